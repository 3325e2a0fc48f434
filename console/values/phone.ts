/**
 * `+2250700000008` → `+225 07 00 00 00 08`, `+221771234567` → `+221 77 123 45 67`: as people read them out. A masked
 * number, or one of a country without XOF, is returned unchanged.
 */
export function writePhone(phone: string): string {
  const [, code, number] = /^(\+2\d\d)(\d{7,10})$/.exec(phone) ?? [];
  if (!code || !number) return phone;
  const groups = number.length === 9 ? /(\d\d)(\d{3})(\d\d)(\d\d)/.exec(number)!.slice(1) : number.match(/\d{1,2}/g)!;
  return [code, ...groups].join('\u00A0');
}
