import type { OperatorRole } from '#contract/operator/roles.ts';
import { language } from '#console/words/en/language.ts';
import { words } from '#console/words/en/names.ts';
import { roleNames } from '#console/words/en/roles.ts';

const providers: Readonly<Record<string, string>> = {
  cinetpay: 'CinetPay',
  fedapay: 'FedaPay',
  pawapay: 'pawaPay',
  ...words.providers,
};

const methods: Readonly<Record<string, string>> = {
  orange: 'Orange Money',
  mtn: 'MTN MoMo',
  moov: 'Moov Money',
  wave: 'Wave',
  celtiis: 'Celtiis Cash',
  mixx: 'Mixx by Yas',
  free: 'Free Money',
  airtel: 'Airtel Money',
  zamani: 'Zamani',
  mobile_money: 'Mobile money',
};

/** The networks that a list can be filtered by, without what stands for no network in particular. */
export const networks = Object.keys(methods).filter((method) => method !== 'mobile_money');

const regions = new Intl.DisplayNames(language, { type: 'region' });

/** `cinetpay_ci` → CinetPay CI */
export function providerName(account: string): string {
  const [provider = '', ...country] = account.split('_');
  return [providers[provider] ?? capitalized(provider), ...country]
    .join(' ')
    .replace(/ [a-z]{2}$/, (code) => code.toUpperCase());
}

/** `orange` → Orange Money. One without a name here is shown as it is called. */
export function methodName(method: string): string {
  return methods[method.replace(/-(money|momo)$/, '')] ?? capitalized(method);
}

/** `ML` → Mali @param country ISO 3166 alpha-2 */
export function countryName(country: string): string {
  return regions.of(country) ?? country;
}

/** The name of a code that a field stores; the code itself where it has no name. */
export function codeName(field: string, code: string): string {
  if (field === 'roles' && code in roleNames) return roleNames[code as OperatorRole].name;
  return words.codes[field]?.[code] ?? code;
}

/** The field of a player that somebody looked at: `unmasked_phone` → unmasked phone */
export function lookName(what: string): string {
  return words.looks[what] ?? spaced(what);
}

/** `newPhone` and `new_phone` → new phone */
export function fieldName(field: string): string {
  return words.fields[field] ?? spaced(field);
}

function capitalized(code: string): string {
  const name = spaced(code.replaceAll('-', '_'));
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function spaced(code: string): string {
  return code
    .replaceAll(/[A-Z]+(?=[A-Z][a-z])|[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`)
    .replaceAll('_', ' ')
    .trim();
}
