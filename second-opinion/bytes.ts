import { createHash, createHmac } from 'node:crypto';

// `H`, `tag`, `‖` and the integers of docs/fairness.md.

export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** ASCII, padded with zero bytes to 16. */
export function tag(text: string): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.write(text, 'ascii');
  return bytes;
}

export function u8(value: number): Buffer {
  return Buffer.from([value]);
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function u64(value: number | bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** A UUID as it is written, from its 16 bytes. */
export function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

export function shortHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').slice(0, 12);
}
