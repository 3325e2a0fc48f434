import type { words as english } from '#web/words/en/countries.ts';

export const words: typeof english = {
  country: 'Pays',
  names: {
    BJ: 'Bénin',
    BF: 'Burkina Faso',
    CI: 'Côte d’Ivoire',
    GW: 'Guinée-Bissau',
    ML: 'Mali',
    NE: 'Niger',
    SN: 'Sénégal',
    TG: 'Togo',
  },
};
