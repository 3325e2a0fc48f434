import { useSyncExternalStore } from 'react';
import { day } from '#web/words/en/units.ts';
import { localTimeIn, type LocalTime } from '#domain/timetable.ts';

const defaultTimeZone = 'Africa/Abidjan';
let operatorTimeZone = defaultTimeZone;
const listeners = new Set<() => void>();

/** Sets the operator's time zone, in which every date of the app is shown. The server tells it. */
export function setTimeZone(timeZone: string) {
  if (timeZone === operatorTimeZone) return;
  operatorTimeZone = timeZone;
  for (const listener of listeners) listener();
}

/** The operator's time zone, to pass to the functions below; a component that reads it renders again when it changes. */
export function useTimeZone(): string {
  return useSyncExternalStore(
    subscribe,
    () => operatorTimeZone,
    () => defaultTimeZone,
  );
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type Instant = string | number | Date;

/** An instant on the operator's wall clock. */
export function zoned(at: Instant, timeZone = operatorTimeZone): LocalTime {
  return localTimeIn(timeZone)(new Date(at).getTime());
}

/** `20/11/2026 18:30` */
export function formatDateTime(at: Instant, timeZone?: string): string {
  return `${formatDate(at, timeZone)} ${formatTime(at, timeZone)}`;
}

/** `20/11/2026` */
export function formatDate(at: Instant, timeZone?: string): string {
  return formatDay(zoned(at, timeZone).date);
}

/** `2026-11-20` → `20/11/2026` */
export function formatDay(date: string): string {
  return date.split('-').toReversed().join('/');
}

/** `18:30` */
export function formatTime(at: Instant, timeZone?: string): string {
  const { hour, minute } = zoned(at, timeZone);
  return `${hour}:${minute}`;
}

/** `18:30:05` */
export function formatSecond(at: Instant, timeZone?: string): string {
  // The offset of every time zone is in whole minutes.
  return `${formatTime(at, timeZone)}:${two(new Date(at).getUTCSeconds())}`;
}

/** Time left, rounded up to the second: `02:41`, `1:02:41`, `3 d 04:10:00`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const clock = `${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`;
  if (days > 0) return `${days} ${day} ${two(hours)}:${clock}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
