const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A UUIDv7 (RFC 9562): its first 48 bits are the time, so ids made later sort later.
 *
 * @param at milliseconds since 1970
 * @param random at least ten random bytes
 */
export function uuidv7(at: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16);
  let rest = at;
  for (let index = 5; index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return formatUuid(bytes);
}

/** The time a UUIDv7 carries, in milliseconds since 1970. */
export function uuidTime(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** A UUID of any version. */
export const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A UUIDv7 in the lower-case form that the API takes. */
export const uuidv7Pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The usual text of a UUID's 16 bytes; unrolled, because a seal formats a million of them. */
export function formatUuid(bytes: Uint8Array): string {
  const pair = (index: number) => hex[bytes[index]!]! + hex[bytes[index + 1]!]!;
  return `${pair(0)}${pair(2)}-${pair(4)}-${pair(6)}-${pair(8)}-${pair(10)}${pair(12)}${pair(14)}`;
}
