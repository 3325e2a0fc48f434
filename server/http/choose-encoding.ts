export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * The smallest encoding of a body that the caller accepts.
 *
 * @param accepted the header `Accept-Encoding`
 * @param isThere whether the body exists in this encoding
 */
export function chooseEncoding(accepted = '', isThere: (encoding: Encoding) => boolean = () => true): Encoding {
  const names = accepted
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => !/;\s*q=0(\.0*)?$/.test(item))
    .map((item) => item.split(';', 1)[0]);
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding) && isThere(encoding)) ?? 'identity';
}
