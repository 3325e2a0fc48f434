const endOfHead = Buffer.from('\r\n\r\n');
const lengthHeader = Buffer.from('content-length: ');
const retryHeader = Buffer.from('\r\nretry-after: ');
const statusAt = 'HTTP/1.1 '.length;
const zero = 48;

/**
 * Reads one answer after the other from the bytes of a connection: only the status, the length and whether there is a
 * Retry-After. The bytes may be overwritten after the call.
 */
export function createResponseReader(
  onResponse: (status: number, retryAfter: boolean) => void,
): (chunk: Buffer) => void {
  let rest: Buffer | null = null;
  return (chunk) => {
    let bytes = rest === null ? chunk : Buffer.concat([rest, chunk]);
    while (bytes.length > 0) {
      const bodyAt = bytes.indexOf(endOfHead) + endOfHead.length;
      const lengthAt = bytes.indexOf(lengthHeader) + lengthHeader.length;
      if (bodyAt < endOfHead.length || lengthAt < lengthHeader.length) break;
      const end = bodyAt + readNumber(bytes, lengthAt);
      if (bytes.length < end) break;
      const status = readNumber(bytes, statusAt);
      onResponse(status, status === 503 && bytes.subarray(0, bodyAt).includes(retryHeader));
      bytes = bytes.subarray(end);
    }
    rest = bytes.length === 0 ? null : Buffer.from(bytes);
  };
}

function readNumber(bytes: Buffer, at: number): number {
  let value = 0;
  for (let index = at; ; index++) {
    const digit = bytes[index]! - zero;
    if (!(digit >= 0 && digit <= 9)) return value;
    value = value * 10 + digit;
  }
}
