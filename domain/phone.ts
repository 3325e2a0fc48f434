/** The dial codes of our countries. Their names and examples are left out: no page has to load them for a number. */
const known = /^\+2(2[1356789]|45)\d+$/;
/** Where the digits of a country do not stand in pairs. */
const groupings: Readonly<Record<string, RegExp>> = { '+221': /(?<=^\d\d)\d{3}|\d\d?/g, '+245': /\d{1,3}/g };

/**
 * A phone number in groups, as it is read in its country: `+225 07 12 34 56 78`. A masked number, and one of a country that is not ours,
 * is returned unchanged.
 */
export function formatPhone(phone: string): string {
  if (!known.test(phone)) return phone;
  const dialCode = phone.slice(0, 4);
  return [dialCode, ...(phone.slice(4).match(groupings[dialCode] ?? /\d\d?/g) ?? [])].join('\u00A0');
}

/** A grouped number whose middle is hidden from who looks over a shoulder: `+225 07 •• •• 56 78`. It may wrap between groups. */
export function maskPhone(grouped: string): string {
  const groups = grouped.split('\u00A0');
  const isShown = (index: number) => index < 2 || index >= groups.length - 2;
  return groups.map((group, index) => (isShown(index) ? group : group.replaceAll(/\d/g, '•'))).join(' ');
}
