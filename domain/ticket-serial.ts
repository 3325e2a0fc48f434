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
  let rest = BigInt(`0x${ticketId.replaceAll('-', '').slice(-15)}`);
  let serial = '';
  for (let index = 0; index < 12; index++) {
    serial = alphabet[Number(rest % 32n)]! + serial;
    rest /= 32n;
  }
  return serial.replace(/(.{4})(?=.)/g, '$1-');
}
