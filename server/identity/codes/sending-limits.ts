import type { Logger } from 'pino';
import type { Queryable } from '#database/connect.ts';
import { limitInMemory } from '#server/http/rate-limit.ts';
import { Refusal } from '#server/http/refusal.ts';
import { waitInWords } from '#server/http/wait-in-words.ts';
import { channelOf } from '#server/messages/enqueue.ts';
import type { CodePurpose } from '#server/messages/one-time-code.ts';
import { isMobile } from '#server/identity/phone-number.ts';

/** The most that messages may cost. */
export interface SendingBudget {
  /** Francs in an hour and in a day, all messages together. */
  readonly hour: number;
  readonly day: number;
  /** Francs for one SMS. */
  readonly smsPrice: number;
}

/** A requested message. Each pool has its own limits, so that no pool uses up another's. */
type Sending = { readonly to: string } & Asker;

export type Asker =
  /** Signing up · a further code in the session of a sign-up · a code to set a new password. */
  | { readonly pool: 'sign_up' | 'confirm' | 'reset'; readonly address: string }
  /** A code that a known device asks for. */
  | { readonly pool: 'device'; readonly deviceId: string }
  /** A code for another e-mail address, or for another phone. */
  | { readonly pool: 'email' | 'phone'; readonly address: string; readonly clientId: number }
  /** A code for the second step of a sign-in: whoever asks has shown a first factor. */
  | { readonly pool: 'second_step'; readonly address: string }
  /** A notice to a client about the account. */
  | { readonly pool: 'notice'; readonly address: string; readonly clientId: number }
  /** A notice of a sign-in on a new device: whoever knows the password can cause many, and they use up no other notice. */
  | { readonly pool: 'new_device'; readonly address: string; readonly clientId: number };

/** A message that a client has asked for, such as one about a win. It takes nothing from messages about the account. */
type ToldSending = { readonly to: string; readonly pool: 'told'; readonly clientId: number };

type NoticeSending = Extract<Sending, { pool: 'notice' | 'new_device' }>;

export interface SendingLimits {
  /**
   * Counts one message. The caller enqueues it in the same transaction and commits soon: rows that all messages share stay
   * locked until then.
   *
   * @throws Refusal rate_limited, messages_stopped
   */
  count(tx: Queryable, sending: Sending): Promise<void>;
  /** Counts a notice; false when it must not be sent. The action it reports is not refused. */
  countNotice(tx: Queryable, notice: NoticeSending): Promise<boolean>;
  /** Counts what a client has asked to be told of; false when it must not be sent. */
  countTold(tx: Queryable, told: ToldSending): Promise<boolean>;
  /** Checks without counting whether `count` would refuse now. @throws Refusal rate_limited, messages_stopped */
  check(db: Queryable, sending: Sending): Promise<void>;
  /** The seconds until the destination's own limits allow another code; after a sign-up, in its session. */
  readDelay(db: Queryable, sending: Sending): Promise<number>;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** An e-mail costs almost nothing. At a franc each, the budget still limits their number. */
const emailPrice = 1;

/** A row of the table `sent` and its limits: see `refused_sending` in the database. */
interface Limit {
  readonly scope: 'destination' | 'asker' | 'device' | 'account' | 'address to' | 'address' | 'prefix' | 'site';
  readonly key: string;
  readonly seconds: number;
  readonly most?: number;
  readonly mostCost?: number;
  readonly wait?: number;
  readonly judgedAfter?: number;
  readonly unless?: string;
}

interface Refused {
  readonly scope: Limit['scope'];
  readonly key: string;
  readonly retry_after: number;
}

/** `scale` multiplies the limits of addresses, of ranges of numbers and of the site, never those of one destination. */
export function createSendingLimits(settings: {
  readonly scale: number;
  readonly budget: SendingBudget;
  readonly log: Logger;
}): SendingLimits {
  const { scale, budget, log } = settings;
  const alarms = limitInMemory({ name: 'alarm', points: 1, seconds: hour }, 1);

  const limitsOf = (sending: Sending) => [...ownLimits(sending, scale), ...siteLimits(sending.pool)];

  /** A tenth of the budget, on top of the three thirds, and a few for each destination. */
  function limitsOfNotice({ to }: ToldSending): Limit[] {
    const share = (francs: number) => Math.max(1, Math.floor((francs * scale) / 10));
    return [
      ...perDestination(`told ${to}`, 6, 20),
      { scope: 'site', key: 'told', seconds: hour, mostCost: share(budget.hour) },
      { scope: 'site', key: 'told', seconds: day, mostCost: share(budget.day) },
    ];
  }

  /** Sign-ups and new contacts, password resets, and messages to known devices and clients get a third of the budget each. */
  function siteLimits(pool: Sending['pool']): Limit[] {
    const key = shareOf[pool];
    const share = (francs: number) => Math.max(1, Math.floor((francs * scale) / 3));
    return [
      { scope: 'site', key, seconds: hour, mostCost: share(budget.hour) },
      { scope: 'site', key, seconds: day, mostCost: share(budget.day) },
    ];
  }

  const costOf = ({ to }: Pick<Sending, 'to'>) => (channelOf(to) === 'sms' ? budget.smsPrice : emailPrice);

  async function ask(
    db: Queryable,
    call: 'count_sending' | 'refused_sending',
    sending: Pick<Sending, 'to'>,
    limits: readonly Limit[],
  ): Promise<Refused | null> {
    const [refused] = await db.query<Refused>({
      name: call,
      text: `select * from ${call}($1, $2)`,
      values: [JSON.stringify(limits), costOf(sending)],
    });
    if (refused === undefined) return null;
    if (isShared(refused)) await raiseAlarm(refused);
    return refused;
  }

  /** At most one alarm an hour for each key, so that operators are not flooded. */
  async function raiseAlarm({ scope, key, retry_after }: Refused): Promise<void> {
    const isNew = await alarms.take(`${scope} ${key}`).then(
      () => true,
      () => false,
    );
    if (isNew)
      log.error(
        { scope, key, seconds: Math.ceil(retry_after) },
        'messages are stopped: too many were sent, or too few codes were entered',
      );
  }

  return {
    async count(tx, sending) {
      requireReachable(sending);
      throwIfRefused(await ask(tx, 'count_sending', sending, limitsOf(sending)));
    },
    async countNotice(tx, notice) {
      if (!isReachable(notice.to)) return false;
      const refused = await ask(tx, 'count_sending', notice, limitsOf(notice));
      if (refused?.scope !== 'address') return refused === null;
      // A destination's first notice of a day ignores the address limits, so that nobody can suppress it by using them up.
      const first = limitsOf(notice).filter(({ scope }) => scope !== 'address' && scope !== 'address to');
      return (await ask(tx, 'count_sending', notice, [{ ...first[0]!, seconds: day, most: 1 }, ...first])) === null;
    },
    async countTold(tx, told) {
      return isReachable(told.to) && (await ask(tx, 'count_sending', told, limitsOfNotice(told))) === null;
    },
    async check(db, sending) {
      requireReachable(sending);
      throwIfRefused(await ask(db, 'refused_sending', sending, limitsOf(sending)));
    },
    async readDelay(db, sending) {
      const further: Sending = sending.pool === 'sign_up' ? { ...sending, pool: 'confirm' } : sending;
      const own = ownLimits(further, scale).filter(({ scope }) => ['destination', 'asker', 'device'].includes(scope));
      return (await ask(db, 'refused_sending', further, own))?.retry_after ?? 0;
    },
  };
}

const shareOf = {
  sign_up: 'sign_up',
  confirm: 'sign_up',
  email: 'sign_up',
  phone: 'sign_up',
  reset: 'reset',
  second_step: 'own',
  device: 'own',
  notice: 'own',
  new_device: 'own',
} as const;

/** All limits but those of the site, ordered from the least to the most shared. */
function ownLimits(sending: Sending, scale: number): Limit[] {
  const { to } = sending;
  const destination = `${sending.pool} ${to}`;
  switch (sending.pool) {
    case 'sign_up':
      return [...perDestination(destination, 5, 10), ...perAddress(sending, scale), ...perPrefix(sending, scale)];
    case 'confirm':
      // With the message of the sign-up the totals are five and ten. The client has waited once already, after that message.
      return [
        ...perDestination(destination, 4, 9, 2 * minute),
        ...perAddress(sending, scale),
        ...perPrefix(sending, scale),
      ];
    case 'reset':
      // A code is good for its asker only. So the wait and most of the messages are counted for each asker, or a stranger who
      // asks first would keep the owner from a code.
      return [
        ...perDestination(destination, 5, 10),
        ...perAsker(`reset ${sending.address} ${to}`),
        ...perAddress(sending, scale),
        ...perPrefix(sending, scale),
      ];
    case 'second_step':
      return [
        ...perDestination(destination, 5, 10, minute),
        ...perAddress(sending, scale),
        ...perPrefix(sending, scale),
      ];
    case 'phone':
      return [
        ...perDestination(destination, 5, 10),
        ...perAsker(`phone ${sending.clientId} ${to}`),
        ...perAccount(sending),
        ...perAddress(sending, scale),
        ...perPrefix(sending, scale),
      ];
    case 'device':
      return [{ scope: 'device', key: sending.deviceId, seconds: hour, most: 3 }];
    case 'email':
      return [...perDestination(destination, 5, 10), ...perAccount(sending), ...perAddress(sending, scale)];
    case 'new_device':
      return [...perDestination(destination, 3, 6), ...perAccount(sending), ...perAddress(sending, scale)];
    case 'notice':
      return [...perDestination(destination, 5, 10), ...perAccount(sending), ...perAddress(sending, scale)];
  }
}

/** How many messages one act may take: nobody may use up what the next one needs. */
const contactsPerNotice: Readonly<Partial<Record<Sending['pool'], number>>> = { notice: 4, new_device: 2 };

/** Without this, one account could have messages sent to a new destination each time. */
function perAccount({ pool, clientId }: Extract<Asker, { clientId: number }>): Limit[] {
  const key = `${pool} ${clientId}`;
  const contacts = contactsPerNotice[pool] ?? 1;
  return [
    { scope: 'account', key, seconds: hour, most: 5 * contacts },
    { scope: 'account', key, seconds: day, most: 10 * contacts },
  ];
}

/** At least two askers are needed to use up what one destination may get, and nobody waits for another. */
function perAsker(key: string): Limit[] {
  return [
    { scope: 'asker', key, seconds: hour, most: 3 },
    { scope: 'asker', key, seconds: day, most: 6, wait: minute },
  ];
}

function perDestination(key: string, anHour: number, aDay: number, wait?: number): Limit[] {
  return [
    { scope: 'destination', key, seconds: hour, most: anHour },
    { scope: 'destination', key, seconds: day, most: aDay, ...(wait !== undefined && { wait }) },
  ];
}

/** Counts destinations, not messages. One whose code is entered no longer counts (`noteEntered`). Notices count separately. */
function perAddress({ pool, to, address }: Exclude<Sending, { pool: 'device' }>, scale: number): Limit[] {
  const key = pool === 'notice' || pool === 'new_device' ? `${pool} ${address}` : address;
  const pair = `${key} ${to}`;
  return [
    { scope: 'address to', key: pair, seconds: day },
    { scope: 'address', key, seconds: day, most: scaled(20, scale), unless: pair },
  ];
}

/** Numbers are bought, or charged for, in ranges. A range whose codes are hardly ever entered is stopped for phones that nobody has proven yet. */
function perPrefix({ pool, to }: Sending, scale: number): Limit[] {
  if (channelOf(to) === 'email') return [];
  const key = prefixKey(pool, to);
  return [
    { scope: 'prefix', key, seconds: hour, most: scaled(30, scale) },
    ...(shareOf[pool] !== 'sign_up'
      ? []
      : [{ scope: 'prefix', key, seconds: day, judgedAfter: scaled(20, scale) } as const]),
  ];
}

function prefixKey(pool: Sending['pool'], phone: string): string {
  return `${shareOf[pool]} ${phone.slice(0, -4)}`;
}

function scaled(most: number, scale: number): number {
  return Math.max(1, Math.round(most * scale));
}

interface EnteredCode {
  readonly purpose: CodePurpose;
  readonly to: string;
  /** The address that asked for the message; null where no address was counted. */
  readonly address: string | null;
}

/** Records that a code was entered, so the message was wanted. */
export async function noteEntered(tx: Queryable, { purpose, to, address }: EnteredCode): Promise<void> {
  await tx.query(
    `with gone as (delete from sent where scope = 'address to' and key = $1 returning 1)
     update sent set count = greatest(0, count - 1) where scope = 'address' and key = $2 and exists (select from gone)`,
    [`${address} ${to}`, address],
  );
  if (purpose !== 'confirm_phone' && purpose !== 'change_phone') return;
  await tx.query(`update sent set entered = entered + 1 where scope = 'prefix' and key = $1 and "window" = $2`, [
    prefixKey('confirm', to),
    `${day} seconds`,
  ]);
}

function isReachable(to: string): boolean {
  return channelOf(to) === 'email' || isMobile(to);
}

/** Fixed lines and foreign numbers cost the most and cannot show a text message. */
function requireReachable({ to }: Sending): void {
  if (!isReachable(to)) throw new Refusal('messages_stopped', { detail: ({ onlyMobile }) => onlyMobile });
}

function isShared({ scope }: Refused): boolean {
  return scope === 'site' || scope === 'prefix';
}

function throwIfRefused(refused: Refused | null): void {
  if (refused === null) return;
  const retryAfterSeconds = refused.retry_after;
  throw isShared(refused)
    ? new Refusal('messages_stopped', {
        retryAfterSeconds,
        detail: (words) => words.noMessagesNow(waitInWords(retryAfterSeconds, words)),
      })
    : new Refusal('rate_limited', {
        retryAfterSeconds,
        detail: (words) => words.tooManyMessages(waitInWords(retryAfterSeconds, words)),
      });
}
