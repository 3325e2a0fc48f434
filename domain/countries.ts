/** The countries of the West African Economic and Monetary Union, where XOF is money, in the order of their English names. */
export const countries = ['BJ', 'BF', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG'] as const;
/** ISO 3166 alpha-2. */
export type Country = (typeof countries)[number];

export function isCountry(code: string): code is Country {
  return (countries as readonly string[]).includes(code);
}
