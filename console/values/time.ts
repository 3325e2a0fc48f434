import { localTimeIn, startOfDate } from '#domain/timetable.ts';
import { decimalMark } from '#domain/words/en/units.ts';
import { day as dayUnit, weekdays } from '#console/words/en/units.ts';

/** Every time of the console is on the operator's wall clock, never on the browser's. The server tells the zone. */
let zone = 'Africa/Abidjan';

export function setZone(timeZone: string): void {
  zone = timeZone;
}

/** `Africa/Abidjan` */
export function zoneName(): string {
  return zone;
}

/** `Abidjan` */
export function zoneCity(): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** RFC 3339, or milliseconds since 1970. */
export type Instant = string | number;

function local(at: Instant) {
  return localTimeIn(zone)(new Date(at).getTime());
}

/** `2026-11-20`, as addresses and the API write a day. */
export function dayOf(at: Instant): string {
  return local(at).date;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** The first and the last day that the server takes: a field for a date goes far beyond. */
export const firstDay = '1900-01-01';
export const lastDay = '2999-12-31';

/** Whether it is a day that the server takes, and not just what somebody wrote into the address. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < firstDay || text > lastDay) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** `2026-11-20` and 1 → `2026-11-21`. Text that is not a day is returned unchanged. */
export function addDays(day: string, days: number): string {
  return isDay(day) ? new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10) : day;
}

/**
 * The beginning of a day on the operator's clock, as a query names it. A text that is no day stays as it is, so that the server refuses it
 * by name and the screen shows the refusal.
 */
export function startOf(day: string): string {
  return isDay(day) ? new Date(startOfDate(day, zone)).toISOString() : day;
}

/** `2026-11-20` → `20/11/2026` */
export function formatDay(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** `18:32:41` */
export function formatTime(at: Instant): string {
  const { hour, minute } = local(at);
  // The offset of every zone is in whole minutes.
  return `${hour}:${minute}:${two(new Date(at).getUTCSeconds())}`;
}

/** `18:35` for a draw, which is at a full minute; with its seconds where it is not. */
export function formatClock(at: Instant): string {
  return formatTime(at).replace(/:00$/, '');
}

/** `18:32:41.204`, where order matters. */
export function formatThousandths(at: Instant): string {
  return `${formatTime(at)}.${String(new Date(at).getUTCMilliseconds()).padStart(3, '0')}`;
}

/** `20/11/2026 18:32:41` */
export function formatFull(at: Instant): string {
  return `${formatDay(dayOf(at))} ${formatTime(at)}`;
}

/** `18:32:41` today, `20/11/2026 18:32:41` on any other day. */
export function formatWhen(at: Instant, now: number): string {
  return dayOf(at) === dayOf(now) ? formatTime(at) : formatFull(at);
}

/** `Fri 20/11/2026` */
export function formatDate(at: Instant): string {
  const day = dayOf(at);
  const weekday = weekdays.split(' ')[new Date(`${day}T00:00:00Z`).getUTCDay()]!;
  return `${weekday} ${formatDay(day)}`;
}

/** `Fri 20/11`, where the year is plain. */
export function formatWeekday(at: Instant): string {
  return formatDate(at).slice(0, -'/2026'.length);
}

/** `2026-11-20T18:32:41.204Z`, for the hover and for addresses. */
export function formatUtc(at: Instant): string {
  return new Date(at).toISOString();
}

/** `2026-11-20T18:32:41` on the operator's clock, as a field for a moment has it. */
export function localOf(at: Instant): string {
  return `${dayOf(at)}T${formatTime(at)}`;
}

/**
 * The reverse, in milliseconds since 1970; null for a text that is no time. A time that the clock skips becomes the first one after the
 * gap.
 */
export function instantOf(text: string): number | null {
  const utc = Date.parse(`${text}Z`);
  if (Number.isNaN(utc)) return null;
  const ahead = (at: number) => Date.parse(`${localOf(at)}Z`) - Math.floor(at / 1_000) * 1_000;
  const guess = utc - ahead(utc);
  return utc - ahead(guess);
}

/** How long, in two units: `0.7 s` under ten seconds with `exact`, `56 s`, `4 min 02 s`, `9 h 12 min`, `3 d 4 h`. */
export function formatSpan(milliseconds: number, exact = false): string {
  const length = Math.abs(milliseconds);
  if (exact && length < 10_000) return `${String(Math.round(length / 100) / 10).replace('.', decimalMark)} s`;
  const seconds = Math.floor(length / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${two(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${two(minutes % 60)} min`;
  return `${Math.floor(hours / 24)} ${dayUnit} ${hours % 24} h`;
}

/** A length that is set, in minutes: `15 min`, `1 h`, `24 h`. */
export function formatShort(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

/** The remaining time for a countdown: `01:49`, `1:02:41`. Rounded up, never below zero. */
export function formatLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const rest = `${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`;
  return seconds < 3_600 ? rest : `${Math.floor(seconds / 3_600)}:${rest}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
