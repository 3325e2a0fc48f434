import { words } from '#web/words/en/countries.ts';

export interface Country {
  /** ISO 3166 alpha-2. */
  readonly code: keyof typeof words.names;
  readonly dialCode: string;
  /** How a phone number is written there. */
  readonly phoneExample: string;
}

/** The countries whose currency is the XOF, in the order of their names. */
export const countries: readonly Country[] = [
  { code: 'BJ', dialCode: '+229', phoneExample: '01 90 12 34 56' },
  { code: 'BF', dialCode: '+226', phoneExample: '70 12 34 56' },
  { code: 'CI', dialCode: '+225', phoneExample: '07 12 34 56 78' },
  { code: 'GW', dialCode: '+245', phoneExample: '955 123 456' },
  { code: 'ML', dialCode: '+223', phoneExample: '65 01 23 45' },
  { code: 'NE', dialCode: '+227', phoneExample: '93 12 34 56' },
  { code: 'SN', dialCode: '+221', phoneExample: '70 123 45 67' },
  { code: 'TG', dialCode: '+228', phoneExample: '90 11 23 45' },
];

export const defaultCountry = 'CI';

export function countryOf(code: string): Country | undefined {
  return countries.find((country) => country.code === code);
}

export function countryName(code: string): string {
  return words.names[code as Country['code']] ?? code;
}
