/** The names in `Accept-Encoding` that the caller does not refuse. */
export function acceptedEncodings(accepted = ''): string[] {
  return accepted
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => !/;\s*q=0(\.0*)?$/.test(item))
    .map((item) => item.split(';', 1)[0]!);
}
