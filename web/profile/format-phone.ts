import { countries } from '#web/values/countries.ts';

/** A phone number in groups, as it is read in its country: `+225 07 12 34 56 78`. */
export function formatPhone(phone: string): string {
  const country = countries.find(({ dialCode }) => phone.startsWith(dialCode));
  if (!country) return phone;
  const { dialCode, phoneExample } = country;
  let at = dialCode.length;
  const groups = phoneExample.split(' ').map((group) => phone.slice(at, (at += group.length)));
  return [dialCode, ...groups, phone.slice(at)].filter(Boolean).join('\u00A0');
}
