import { create } from 'zustand';

type ToastTone = 'success' | 'error' | 'info';
interface Toast {
  readonly id: number;
  readonly tone: ToastTone;
  readonly text: string;
}

/** Long enough to read twice. Important information is never only in a toast. */
const shownFor = 6_000;
const atMost = 3;
let lastId = 0;

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
};

export function dismissToast(id: number) {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((shown) => shown.id !== id) }));
}

function show(tone: ToastTone, text: string) {
  const id = ++lastId;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, { id, tone, text }].slice(-atMost) }));
  setTimeout(() => dismissToast(id), shownFor);
}
