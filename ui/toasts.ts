import { create } from 'zustand';

type ToastTone = 'success' | 'error' | 'info';
interface Toast {
  readonly id: number;
  readonly tone: ToastTone;
  readonly text: string;
  /** Whether it outlives the next change of page, because it says what has led there. */
  readonly arrives: boolean;
}

interface ToastOptions {
  /** The page is about to change, and the toast is for the next one. */
  arrives?: boolean;
}

/** Long enough to read twice. Important information is never only in a toast. */
const shownFor = 6_000;
let lastId = 0;
let timer: ReturnType<typeof setTimeout>;

/** One toast at a time: the newest is the one about what was just done. */
export const useToast = create<{ shown: Toast | null }>(() => ({ shown: null }));

export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
};

export function dismissToast(): void {
  clearTimeout(timer);
  useToast.setState({ shown: null });
}

/** The page has changed: what a toast said about the one before is of no use here. */
export function leaveToasts(): void {
  const { shown } = useToast.getState();
  if (shown?.arrives) useToast.setState({ shown: { ...shown, arrives: false } });
  else dismissToast();
}

function show(tone: ToastTone, text: string, { arrives = false }: ToastOptions = {}): void {
  clearTimeout(timer);
  useToast.setState({ shown: { id: ++lastId, tone, text, arrives } });
  timer = setTimeout(dismissToast, shownFor);
}
