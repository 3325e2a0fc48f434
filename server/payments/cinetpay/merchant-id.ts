/** CinetPay allows 30 characters for our reference, and capitals alone. A UUID has 36 characters; in base 36 it has 25. */
const idLength = 25;

export function toMerchantId(uuid: string): string {
  return BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(36)
    .padStart(idLength, '0')
    .toUpperCase();
}

/** Null for what `toMerchantId` does not make. An answer may have it in either case. */
export function fromMerchantId(merchantId: string): string | null {
  if (!/^[0-9a-z]{25}$/i.test(merchantId)) return null;
  let value = 0n;
  for (const digit of merchantId) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  const hex = value.toString(16).padStart(32, '0');
  if (hex.length > 32) return null;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
