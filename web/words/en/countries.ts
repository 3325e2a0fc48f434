import type { Country } from '#domain/countries.ts';

/** The names of the countries. */
export const words = {
  country: 'Country',
  names: {
    BJ: 'Benin',
    BF: 'Burkina Faso',
    CI: 'Côte d’Ivoire',
    GW: 'Guinea-Bissau',
    ML: 'Mali',
    NE: 'Niger',
    SN: 'Senegal',
    TG: 'Togo',
  } satisfies Record<Country, string>,
};
