import { countries as codes, type Country as Code } from '#domain/countries.ts';
import { words } from '#web/words/en/countries.ts';

export interface Country {
  readonly code: Code;
  readonly dialCode: string;
  /** An example of a national phone number. */
  readonly phoneExample: string;
}

const phones: Readonly<Record<Code, Omit<Country, 'code'>>> = {
  BJ: { dialCode: '+229', phoneExample: '01 90 12 34 56' },
  BF: { dialCode: '+226', phoneExample: '70 12 34 56' },
  CI: { dialCode: '+225', phoneExample: '07 12 34 56 78' },
  GW: { dialCode: '+245', phoneExample: '955 123 456' },
  ML: { dialCode: '+223', phoneExample: '65 01 23 45' },
  NE: { dialCode: '+227', phoneExample: '93 12 34 56' },
  SN: { dialCode: '+221', phoneExample: '70 123 45 67' },
  TG: { dialCode: '+228', phoneExample: '90 11 23 45' },
};

export const countries: readonly Country[] = codes.map((code) => ({ code, ...phones[code] }));

export const defaultCountry = 'CI';

export function countryOf(code: string): Country | undefined {
  return countries.find((country) => country.code === code);
}

export function countryName(code: string): string {
  return words.names[code as Code] ?? code;
}
