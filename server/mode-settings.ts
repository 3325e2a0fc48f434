import {
  cinetPayAccount,
  thisMachine,
  toldPlayers,
  waveAccount,
  type PaymentAccountId,
  type Settings,
} from './settings.ts';

/**
 * Why production must not start with these settings: one line for each, which names the setting and what to do. A setting
 * may be missing, because its default is for demonstrations, or have a value that is for demonstrations only.
 */
export function refusedInProduction(given: Settings): string[] {
  const refused: string[] = [];
  const need = (name: keyof Settings, why: string) => {
    if (given[name] === undefined) refused.push(`${name} is not set: ${why}`);
  };
  need(
    'TRUST_PROXY',
    'name the proxies in front of this server, or say none where players reach it directly. Limits count by the address this gives',
  );
  if (given.ROLES?.includes('machine')) return [...refused, ...refusedInMachine(given)];
  need('FACTOR_KEY', 'the secrets of authenticator apps would be lost with this machine');
  need('DOCUMENT_KEY', 'identity documents would be lost with this machine');
  need('PERSON_KEY', 'who excluded themselves would be known by a key of this machine alone');
  if (given.ONE_PERSON === 'off') {
    refused.push('ONE_PERSON is off: who excluded themselves would play on under another phone. Leave it out');
  }
  if (given.ROLES?.includes('console')) {
    return [...refused, ...refusedInConsole(given)];
  }
  need('PUBLIC_URL', 'payment providers send players and notices back to it');
  if (given.PUBLIC_URL?.startsWith('http:')) {
    refused.push(
      'PUBLIC_URL is http: passwords would cross the network readable. Give the https address that players use',
    );
  }
  const serves = given.ROLES?.includes('web') ?? true;
  if (serves) {
    need('DATABASE_URL', 'the embedded database is for one machine');
    if (given.VITE_CONTACT_PHONE === undefined) {
      need(
        'VITE_CONTACT_EMAIL',
        'players could ask nobody about their money. Set it, or VITE_CONTACT_PHONE, and build the pages with it',
      );
    }
  }
  // An attacker who takes over a process has everything in its environment.
  if (given.DATABASE_OWNER_URL !== undefined) {
    refused.push(
      'DATABASE_OWNER_URL is set in a process of the site, which must not have it: the owner can change the books. Leave it out here; “npm run migrate” alone needs it',
    );
  }
  need('CODE_KEY', 'codes would be bound to a key of this machine alone');
  need('PARTY_KEY', 'the names and phones of payments would be lost with this machine');
  if (given.TIERS === 'off') {
    refused.push('TIERS is off: any amount would move without an identity document. Leave it out');
  }
  if (given.NEW_DEVICE_CODE === 'off') {
    refused.push('NEW_DEVICE_CODE is off: a password alone would open an account on any device. Leave it out');
  }
  if (given.COOLING_OFF === 'off') {
    refused.push(
      'COOLING_OFF is off: who swaps a SIM card and sets a new password would be paid at once. Leave it out',
    );
  }
  if (given.DEMO_MONTH === 'on') {
    refused.push('DEMO_MONTH is on: nobody played the month that a demonstration begins with. Leave it out');
  }
  if (given.FIREBASE_AUTH_EMULATOR_HOST !== undefined) {
    refused.push(
      'FIREBASE_AUTH_EMULATOR_HOST is set: nobody signs the tokens of the emulator, so anybody could confirm any phone. Leave it out',
    );
  }
  if (given.WEBHOOK_HOSTS?.includes(thisMachine)) {
    refused.push(
      'WEBHOOK_HOSTS has localhost: whoever makes an endpoint would reach the programs of this machine. Leave it out',
    );
  }
  // A process that only serves the web has nothing to do with seeds, and sends no messages. It signs receipts.
  const works = given.ROLES?.includes('worker') ?? true;
  if (works) {
    if (given.WEBHOOK_HOSTS !== undefined) need('WEBHOOK_KEY', 'what is sent to WEBHOOK_HOSTS is signed');
    need('SEED_KEY', 'the seeds of draws would be lost with this machine');
    need(
      'WORKER_DATABASE_URL',
      'workers take draws through their lives with a login of their own, a member of izi_worker',
    );
  } else if (given.WORKER_DATABASE_URL !== undefined) {
    refused.push(
      'WORKER_DATABASE_URL is set in a process that only serves players, which must not have it: it could draw draws. Leave it out here',
    );
  }
  need('OPERATOR_KEY', 'players know the operator by the key that it signs with');
  need('BEACON', 'drand, or none where players are to trust the operator');
  if (given.BEACON === 'none' && given.OPERATOR_TRUSTED_DRAWS === undefined) {
    refused.push(
      `BEACON is none: the operator could try tickets of its own until a result suits it. Set BEACON=drand, or say OPERATOR_TRUSTED_DRAWS="${toldPlayers}"`,
    );
  }
  if ((given.RATE_LIMIT_SCALE ?? 1) > mostScaleInProduction) {
    refused.push(
      `RATE_LIMIT_SCALE is ${given.RATE_LIMIT_SCALE}: nobody would ever be limited. Production takes 1 to ${mostScaleInProduction}`,
    );
  }
  if (given.MESSAGES !== 'live') refused.push('MESSAGES is outbox: everybody could read the codes of everybody');
  else if (works) {
    for (const name of ['SMTP_URL', 'MAIL_FROM', 'AFRICAS_TALKING_USERNAME', 'AFRICAS_TALKING_API_KEY'] as const) {
      need(name, 'messages could not be sent');
    }
    if (given.AFRICAS_TALKING_USERNAME === 'sandbox') {
      refused.push('AFRICAS_TALKING_USERNAME is sandbox: no message would reach a phone');
    }
    requireLiveAddress('AFRICAS_TALKING_URL');
  }
  if (given.PAYMENTS === undefined || given.PAYMENTS.includes('sandbox')) {
    refused.push('PAYMENTS is sandbox: everybody could make money out of nothing');
  }
  const accounts = accountsIn(given);
  for (const url of new Set(accounts.map((account) => account.url))) requireLiveAddress(url);
  for (const { keyName, keys } of accounts) {
    const key = given[keyName];
    if (keys === null || key === undefined) continue;
    if (keys.test !== null && key.startsWith(keys.test)) {
      refused.push(`${keyName} is a key of the test environment: everybody could make money out of nothing`);
    } else if (keys.test === null && !key.startsWith(keys.live)) {
      refused.push(`${keyName} does not begin with ${keys.live}: it is the key of another wallet, or moves no money`);
    }
  }
  return refused;

  function requireLiveAddress(name: AddressName): void {
    const address = given[name];
    if (address === undefined) return;
    if (isTestAddress(address)) {
      refused.push(
        `${name} is the provider’s test environment, which moves no money and reaches no phone. Leave it out`,
      );
    } else if (!address.startsWith('https:')) {
      refused.push(`${name} is http: its keys would cross the network readable. Give an https address`);
    }
  }
}

/**
 * The settings that the operators' process must not be given. It has neither the login of the processes that execute what operators ask
 * for, nor that of the owner, nor keys of draws and payments: whoever takes over this process alone can execute nothing.
 */
function refusedInConsole(given: Settings): string[] {
  const refused: string[] = [];
  if (given.ROLES!.length > 1) {
    refused.push('ROLES has console and others: give the operators a process of their own, with ROLES=console');
  }
  if (given.CONSOLE_URL === undefined) {
    refused.push('CONSOLE_URL is not set: passkeys belong to its host, and the console takes writes from nowhere else');
  } else if (!given.CONSOLE_URL.startsWith('https:')) {
    refused.push('CONSOLE_URL is http: browsers keep no session there. Give the https address that operators use');
  }
  if (given.CONSOLE_DATABASE_URL === undefined) {
    refused.push('CONSOLE_DATABASE_URL is not set: the console has a login of its own, a member of izi_console');
  }
  for (const name of [
    'DATABASE_URL',
    'WORKER_DATABASE_URL',
    'DATABASE_OWNER_URL',
    'SEED_KEY',
    'OPERATOR_KEY',
    'WEBHOOK_KEY',
    'MACHINE_DATABASE_URL',
  ] as const) {
    if (given[name] !== undefined) {
      refused.push(`${name} is set in the operators’ process, which must not have it. Leave it out there`);
    }
  }
  return refused;
}

/**
 * The settings that the process for programs must not be given: no other login, and none of the keys. Whoever takes it over reads what the
 * keys of those programs read that call it.
 */
function refusedInMachine(given: Settings): string[] {
  const refused: string[] = [];
  if (given.ROLES!.length > 1) {
    refused.push('ROLES has machine and others: give programs a process of their own, with ROLES=machine');
  }
  if (given.MACHINE_DATABASE_URL === undefined) {
    refused.push('MACHINE_DATABASE_URL is not set: what programs read has a login of its own, a member of izi_machine');
  }
  for (const name of [
    'DATABASE_URL',
    'WORKER_DATABASE_URL',
    'CONSOLE_DATABASE_URL',
    'DATABASE_OWNER_URL',
    'SEED_KEY',
    'OPERATOR_KEY',
    'WEBHOOK_KEY',
    'FACTOR_KEY',
    'DOCUMENT_KEY',
    'PERSON_KEY',
    'PARTY_KEY',
    'CODE_KEY',
  ] as const) {
    if (given[name] !== undefined) {
      refused.push(`${name} is set in the process that serves programs, which must not have it. Leave it out there`);
    }
  }
  return refused;
}

/** Why a demonstration must not start with these settings: it could move real money, or let strangers operate it. */
export function refusedInDemo(given: Settings): string[] {
  const refused: string[] = [];
  if (given.CONSOLE_HOST !== undefined && !isLoopbackHost(given.CONSOLE_HOST)) {
    refused.push('CONSOLE_HOST is not loopback and MODE is demo: everybody would be an operator. Leave it out');
  }
  return [...refused, ...refusedPayments(given)];
}

function refusedPayments(given: Settings): string[] {
  return accountsIn(given).flatMap(({ id, url, keyName, keys, testUrl }) => {
    const address = given[url];
    const isTest = address !== undefined && (isTestAddress(address) || isLoopbackHost(new URL(address).hostname));
    if (isTest && (keys === null || !given[keyName]?.startsWith(keys.live))) return [];
    const remedy = testUrl === null ? '' : `, or ${url}=${testUrl} and a ${keyName} of that test environment`;
    return [
      `PAYMENTS is ${id} and MODE is demo: everybody could take out real money that a demonstration gave away. ` +
        `Set MODE=production${remedy}`,
    ];
  });
}

/** The accounts at providers outside, with the settings that are checked. */
function accountsIn({ PAYMENTS = [] }: Settings): (ProviderSettings & { readonly id: PaymentAccountId })[] {
  return PAYMENTS.flatMap((id): ReturnType<typeof accountsIn> => {
    if (id === 'sandbox') return [];
    if (id === 'fedapay' || id === 'pawapay') return [{ id, ...providers[id] }];
    if (id === 'wave_ci' || id === 'wave_sn') {
      const { country, keyName } = waveAccount(id);
      const keys = { test: null, live: `wave_${country.toLowerCase()}_prod_` };
      return [{ id, url: 'WAVE_URL', testUrl: null, keyName, keys }];
    }
    return [{ id, ...providers.cinetpay, keyName: cinetPayAccount(id).keyName }];
  });
}

/** Players of one mobile network share few addresses, so production may need several times the limits. */
const mostScaleInProduction = 10;

type AddressName = 'FEDAPAY_URL' | 'CINETPAY_URL' | 'PAWAPAY_URL' | 'WAVE_URL' | 'AFRICAS_TALKING_URL';

interface ProviderSettings {
  readonly url: AddressName;
  /** Null where the provider documents no test environment. */
  readonly testUrl: string | null;
  readonly keyName:
    | 'FEDAPAY_SECRET_KEY'
    | ReturnType<typeof cinetPayAccount>['keyName']
    | 'PAWAPAY_TOKEN'
    | ReturnType<typeof waveAccount>['keyName'];
  /** The prefixes of keys of the two environments; null where a key does not tell its own, or no test keys are known. */
  readonly keys: { readonly test: string | null; readonly live: string } | null;
}

const providers: Record<'fedapay' | 'cinetpay' | 'pawapay', ProviderSettings & { readonly testUrl: string }> = {
  fedapay: {
    url: 'FEDAPAY_URL',
    testUrl: 'https://sandbox-api.fedapay.com',
    keyName: 'FEDAPAY_SECRET_KEY',
    keys: { test: 'sk_sandbox_', live: 'sk_live_' },
  },
  cinetpay: {
    url: 'CINETPAY_URL',
    testUrl: 'https://api.cinetpay.net',
    keyName: 'CINETPAY_API_KEY',
    keys: { test: 'sk_test_', live: 'sk_live_' },
  },
  pawapay: {
    url: 'PAWAPAY_URL',
    testUrl: 'https://api.sandbox.pawapay.io',
    keyName: 'PAWAPAY_TOKEN',
    keys: null,
  },
};

const africasTalkingTestHost = 'api.sandbox.africastalking.com';
const testHosts = [...Object.values(providers).map(({ testUrl }) => new URL(testUrl).hostname), africasTalkingTestHost];

function isTestAddress(address: string): boolean {
  return testHosts.includes(new URL(address).hostname);
}

function isLoopbackHost(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127(\.\d+){3}$/.test(host);
}
