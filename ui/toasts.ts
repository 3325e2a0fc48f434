import { useSyncExternalStore, type ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

type ToastTone = 'success' | 'error' | 'info';
interface Toast {
  readonly id: number;
  readonly tone: ToastTone;
  readonly text: string;
  /** Whether it stays after the next change of page, because it gives the reason for it. */
  readonly arrives: boolean;
  /** A button for what can be done about it. */
  readonly action?: ReactNode;
}

interface ToastOptions {
  /** The page is about to change, and the toast is for the next one. */
  arrives?: boolean;
  /** The toast then stays until it is used, dismissed or replaced, or the page changes: nobody has to hurry. */
  action?: ReactNode;
}

/** Long enough to read twice. Important information is never only in a toast. */
const shownFor = 6_000;
let lastId = 0;
let timer: ReturnType<typeof setTimeout>;

/** One toast at a time: the newest is about the last act. */
const store = createStore<{ shown: Toast | null }>(() => ({ shown: null }));

export const shownToast = () => store.getState().shown;

export function useToast(): Toast | null {
  return useSyncExternalStore(store.subscribe, shownToast, () => null);
}

export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
};

export function dismissToast(): void {
  clearTimeout(timer);
  store.setState({ shown: null });
}

/** The page has changed: a toast about the page before is of no use here. */
export function leaveToasts(): void {
  const shown = shownToast();
  if (shown?.arrives) store.setState({ shown: { ...shown, arrives: false } });
  else dismissToast();
}

function show(tone: ToastTone, text: string, { arrives = false, action }: ToastOptions = {}): void {
  clearTimeout(timer);
  store.setState({ shown: { id: ++lastId, tone, text, arrives, action } });
  if (!action) timer = setTimeout(dismissToast, shownFor);
}
