export const codeLength = 6;

/** The six-digit code in a message, or null when it holds none. */
export function codeIn(text: string): string | null {
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? null;
}

/** The digits typed or pasted into the code field, six at most: messages write codes as `123 456` or `123-456`. */
export function codeDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, codeLength);
}
