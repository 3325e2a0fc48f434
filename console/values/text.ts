/**
 * Typed or pasted text as one line, as the server takes it: a reason has lines while it is written, and a line that is copied out of a
 * statement has tabs.
 */
export function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
