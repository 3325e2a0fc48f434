/**
 * Reads a time of the day as people write it: `22:00`, `22h30`, `7.05`, `2230` from a keypad without a colon, or `22`.
 *
 * @returns `HH:mm`, or null if there is no such time
 */
export function readTime(text: string): string | null {
  const read = /^(\d{1,2})(?:\s*[:h.]\s*(\d{2}))?\s*h?$/i.exec(text.trim()) ?? /^(\d{2})(\d{2})$/.exec(text.trim());
  if (!read) return null;
  const [, hour = '', minute = '00'] = read;
  return Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : null;
}

/** Formats a time as the app shows times, `HH:mm`; text that cannot be read stays unchanged. */
export function tidyTime(text: string): string {
  return readTime(text) ?? text;
}
