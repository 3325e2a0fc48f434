import { createHmac } from 'node:crypto';

/** The purpose of a code. */
export type CodePurpose = 'confirm_phone' | 'confirm_email' | 'reset_password' | 'second_step' | 'change_phone';

export interface CodeSource {
  readonly purpose: CodePurpose;
  /** E.164, or an e-mail address in lower case. */
  readonly destination: string;
  /** Random, and new for each code. */
  readonly nonce: Buffer;
}

/**
 * The six digits that belong to a nonce: HOTP (RFC 4226) with SHA-256, with the nonce in place of a counter. Only the nonce
 * is stored, so nobody can read codes from the database without `key`. A code is bound to its purpose and destination.
 */
export function oneTimeCode(key: Uint8Array, { purpose, destination, nonce }: CodeSource): string {
  const mac = createHmac('sha256', key).update(`${purpose}\n${destination}\n`).update(nonce).digest();
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7fff_ffff;
  return (number % 1_000_000).toString().padStart(6, '0');
}
