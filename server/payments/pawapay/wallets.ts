/**
 * The wallets in XOF that pawaPay names, with our country and slug. A name that is not here is not offered: nobody has read how
 * it works.
 */
export const wallets: Readonly<Record<string, readonly [country: string, method: string]>> = {
  MTN_MOMO_BEN: ['BJ', 'mtn'],
  MOOV_BEN: ['BJ', 'moov'],
  MOOV_BFA: ['BF', 'moov'],
  ORANGE_BFA: ['BF', 'orange'],
  MTN_MOMO_CIV: ['CI', 'mtn'],
  ORANGE_CIV: ['CI', 'orange'],
  WAVE_CIV: ['CI', 'wave'],
  ORANGE_SEN: ['SN', 'orange'],
  FREE_SEN: ['SN', 'free'],
  WAVE_SEN: ['SN', 'wave'],
};

export const labels: Readonly<Record<string, string>> = {
  mtn: 'MTN MoMo',
  moov: 'Moov Money',
  orange: 'Orange Money',
  wave: 'Wave',
  free: 'Free Money',
};

/** ISO 3166 alpha-3, in which pawaPay names countries, to alpha-2. */
export const countryCodes: Readonly<Record<string, string>> = {
  BEN: 'BJ',
  BFA: 'BF',
  CIV: 'CI',
  GNB: 'GW',
  MLI: 'ML',
  NER: 'NE',
  SEN: 'SN',
  TGO: 'TG',
};
