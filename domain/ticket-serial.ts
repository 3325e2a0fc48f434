/** Crockford's base 32: no I, L, O or U, so that a serial can be read aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The number that a serial spells, in any case and with or without its dashes: the last 60 bits of the ticket's id. Null for anything else. */
export function readSerial(text: string): bigint | null {
  const digits = text.toUpperCase().replaceAll('-', '');
  if (digits.length !== 12) return null;
  let number = 0n;
  for (const digit of digits) {
    const value = alphabet.indexOf(digit);
    if (value < 0) return null;
    number = number * 32n + BigInt(value);
  }
  return number;
}

/** The serial a player reads on a receipt: the last 60 bits of the ticket's id, as `XXXX-XXXX-XXXX`. */
export function ticketSerial(ticketId: string): string {
  const digits = ticketId.replaceAll('-', '').slice(-15);
  // Five hexadecimal digits are 20 bits, as four of the serial's letters are.
  return [0, 5, 10].map((start) => lettersOf(Number.parseInt(digits.slice(start, start + 5), 16))).join('-');
}

function lettersOf(bits: number): string {
  return alphabet[bits >> 15]! + alphabet[(bits >> 10) & 31]! + alphabet[(bits >> 5) & 31]! + alphabet[bits & 31]!;
}
