import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dismissToast, leaveToasts, shownToast, toast } from './toasts.ts';

const said = () => shownToast()?.text ?? null;

beforeEach(() => {
  vi.useFakeTimers();
  dismissToast();
});
afterEach(() => vi.useRealTimers());

it('shows only the newest, for its whole time', () => {
  toast.success('IziOne added');
  vi.advanceTimersByTime(5_000);
  toast.error('Could not be saved');
  expect(said()).toBe('Could not be saved');
  vi.advanceTimersByTime(5_000);
  expect(said()).toBe('Could not be saved');
  vi.advanceTimersByTime(5_000);
  expect(said()).toBeNull();
});

it('stays while an action is possible', () => {
  toast.info('IziOne removed', { action: 'Undo' });
  vi.advanceTimersByTime(600_000);
  expect(said()).toBe('IziOne removed');
  leaveToasts();
  expect(said()).toBeNull();
});

it('disappears when the page changes', () => {
  toast.success('IziOne added');
  leaveToasts();
  expect(said()).toBeNull();
});

it('a toast that reports an arrival is on the next page, and not on the one after', () => {
  toast.success('Your phone is confirmed', { arrives: true });
  leaveToasts();
  expect(said()).toBe('Your phone is confirmed');
  leaveToasts();
  expect(said()).toBeNull();
});
