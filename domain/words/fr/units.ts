import type * as english from '#domain/words/en/units.ts';

export const currency: typeof english.currency = 'F CFA';
export const decimalMark: typeof english.decimalMark = ',';
