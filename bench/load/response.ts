/** Reads one answer after the other from the bytes of a connection: no more of each than its status and its length. */
export function createResponseReader(
  onResponse: (status: number, retryAfter: boolean) => void,
): (chunk: Buffer) => void {
  let rest: Buffer | null = null;
  return (chunk) => {
    let bytes = rest === null ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const bodyAt = bytes.indexOf('\r\n\r\n') + 4;
      if (bodyAt < 4) break;
      const head = bytes.toString('latin1', 0, bodyAt);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (bytes.length < bodyAt + length) break;
      onResponse(Number(head.slice(9, 12)), /\r\nretry-after: \d/i.test(head));
      bytes = bytes.subarray(bodyAt + length);
    }
    rest = bytes.length === 0 ? null : bytes;
  };
}
