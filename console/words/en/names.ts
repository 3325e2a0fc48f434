const providers: Readonly<Record<string, string>> = { sandbox: 'Sandbox', cinetpay: 'CinetPay', fedapay: 'FedaPay' };

const methods: Readonly<Record<string, string>> = {
  orange: 'Orange Money',
  mtn: 'MTN MoMo',
  moov: 'Moov Money',
  wave: 'Wave',
  celtiis: 'Celtiis Cash',
  mixx: 'Mixx by Yas',
  free: 'Free Money',
  airtel: 'Airtel Money',
  mobile_money: 'Mobile money',
};

const regions = new Intl.DisplayNames('en', { type: 'region' });

/** `cinetpay` → CinetPay */
export function providerName(provider: string): string {
  return providers[provider] ?? sayName(provider);
}

/** `orange` → Orange Money. One without a name here is shown as it is called. */
export function methodName(method: string): string {
  return methods[method.replace(/-(money|momo)$/, '')] ?? sayName(method);
}

/** `ML` → Mali @param country ISO 3166 alpha-2 */
export function countryName(country: string): string {
  return regions.of(country) ?? country;
}

/** Names of what requests and the audit have stored, where the words in them do not say it. */
const fields: Readonly<Record<string, string>> = {
  id: 'id',
  dep: 'deposits wallet',
  win: 'winnings wallet',
  everyMinutes: 'minutes between draws',
  closeSecondsBefore: 'seconds from close to draw',
  beginsAt: 'begins',
  drawsAt: 'draw of',
  drawId: 'draw',
  betType: 'bet type',
  client: 'player',
  clientId: 'player',
  readFirst: 'has to be read first',
  sha256: 'SHA-256',
  ip: 'address',
  told: 'told to the player',
  notable: 'notable from',
  strong: 'strong from',
  times: '× usual',
  sentence: 'sentence for players',
};

/** Codes among what is stored. */
const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wallet: { dep: 'deposits', win: 'winnings' },
  status: {
    review: 'held',
    created: 'waiting: not answered',
    pending: 'waiting: for its payer',
    processing: 'waiting: under way',
    succeeded: 'credited',
  },
  lock: { sign_in: 'sign-in', play: 'play', withdrawals: 'withdrawals' },
};

/** What is stored in a field, in words where it is a code that has some. */
export function codeName(field: string, code: string): string {
  return codes[field]?.[code] ?? code;
}

/** What of a player somebody looked at: `unmasked_phone` → unmasked phone */
export function lookName(what: string): string {
  return what.replaceAll('_', ' ');
}

/** `newPhone` and `new_phone` → new phone */
export function fieldName(field: string): string {
  return fields[field] ?? spaced(field);
}

function sayName(code: string): string {
  const name = spaced(code.replaceAll('-', '_'));
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function spaced(code: string): string {
  return code
    .replaceAll(/[A-Z]+(?=[A-Z][a-z])|[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`)
    .replaceAll('_', ' ')
    .trim();
}
