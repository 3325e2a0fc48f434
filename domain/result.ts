/** A draw's result: the numbers 1 to 9 in the order they came out, first out first. */
export type DrawResult = readonly number[];

/**
 * Numbers 1 to 9 written as the digits of one integer: `[4, 9, 1]` → `491`. No digit is zero, so the numbers can be read
 * back from the integer. The database stores selections and results this way, in four bytes.
 */
export function encodeNumbers(numbers: readonly number[]): number {
  return numbers.reduce((code, number) => code * 10 + number, 0);
}

/** `491` → `[4, 9, 1]`. */
export function decodeNumbers(code: number): number[] {
  return Array.from(String(code), Number);
}

/** `491` → `["4", "9", "1"]`, as the API writes numbers. */
export function numberStrings(code: number): string[] {
  return Array.from(String(code));
}
