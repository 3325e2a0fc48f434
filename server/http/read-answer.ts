/** The text of another server's answer. @throws Error for one that is longer than `mostBytes` */
export async function readAnswer({ body }: Response, mostBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    length += part.length;
    if (length > mostBytes) throw new Error('the answer is too long');
  }
  return Buffer.concat(parts).toString();
}
