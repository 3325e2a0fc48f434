import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { NewTicket } from '#contract/bets.ts';
import { pastStatuses } from '#contract/calls/draws.ts';
import { breakKinds } from '#contract/calls/play-limits.ts';
import { transactionKinds } from '#contract/calls/wallet.ts';
import type { Draw } from '#contract/draws.ts';
import { limitKinds, limitPeriods } from '#contract/play-limits.ts';
import { betNames, betTypes } from '#domain/bet-types.ts';
import { drawStatuses } from '#domain/draw.ts';
import { ticketStatuses } from '#domain/ticket.ts';
import { uuidv7 } from '#domain/uuid.ts';
import type { Queryable } from '#database/connect.ts';
import type { LongRunSite } from '#tests/support/site/long-run-site.ts';
import {
  createOutsider,
  paymentBody,
  readCode,
  ticketFor,
  waitFor,
  type Outsider,
} from '#tests/support/players/outsider.ts';
import { showDocumentTo } from '#tests/support/players/documents.ts';
import { createDraw, createDraws } from '#tests/support/players/play.ts';
import {
  addDevices,
  codeOf,
  copyApp,
  copyPlayer,
  createPlayers,
  emailOfPoor,
  emailOfProving,
  letSignIn,
  letWait,
  phoneOfMoving,
  setProof,
  signInAgain,
  type Player,
  type Players,
} from './players.ts';
import { addPasskeys, askForPasskeys, beginPasskeySignIns, forgedPasskeys, forgedUses } from './passkeys.ts';
import type { Hints } from './schema-values.ts';

/** The clients that can call and the ids that exist. Without them a fuzzer sees only 400, 401 and 404. */
export interface Known {
  readonly host: string;
  /** The tokens to try a call with. */
  tokensFor(operationId: string): fc.Arbitrary<string>;
  /** Values for the properties of a call's request. */
  hintsFor(operationId: string): Hints;
}

/** Creates clients of all kinds, tickets, payments, and a draw in each state of its life. */
export async function findKnown({ url, database: { owner } }: LongRunSite): Promise<Known> {
  const players = await createPlayers(url);
  const {
    rich,
    poor,
    limited,
    paused,
    unconfirmed,
    confirming,
    proving,
    moving,
    cooling,
    invited,
    guarded,
    keyed,
    closing,
  } = players;

  const others = [
    ...[poor, poor, limited, paused, unconfirmed, closing].map(({ client }) => client.token!),
    ...(await letWait(owner, await copyPlayer(owner, poor, 1))),
  ];
  // These calls may end a session, pause play or confirm a phone, so each needs a new client.
  const spare = (player: Player) => copyPlayer(owner, player, 80);
  const signInTimes = (player: Player, times: number) =>
    Promise.all(Array.from({ length: times }, () => signInAgain(owner, player)));
  const appsToRemove = await copyPlayer(owner, rich, 20);
  const appsToKeep = await copyPlayer(owner, rich, 5);
  await copyApp(owner, guarded, [...appsToRemove, ...appsToKeep]);
  const waiting = await copyPlayer(owner, rich, 20);
  const waitingLong = await copyPlayer(owner, rich, 10);
  await Promise.all([...waiting, ...waitingLong].map((token) => beginToAddApp(url, token)));
  const oldTokens = await setProof(owner, await signInTimes(keyed, 5), 'old');
  const keyedTokens = [...(await setProof(owner, await signInTimes(keyed, 10), 'strong')), ...oldTokens];
  const keyedAsked = await askForPasskeys(owner, await signInTimes(keyed, 30), 'proof');
  const closers = await spare(rich);
  await owner.query(`select start_cooling_off($1, 24, 'phone_changed')`, [cooling.id]);
  const tokensOf: Readonly<Record<string, readonly string[]>> = {
    signOut: await spare(rich),
    changePassword: await spare(rich),
    beginClosing: [
      ...closers,
      ...(await setProof(owner, await signInTimes(paused, 10), 'old')),
      ...Array.from({ length: 10 }, () => rich.client.token!),
    ],
    takeBackClosing: closers,
    // With another method it is the call above, and the one whose account is being closed has to stay so.
    getClosing: closers,
    exportData: [...(await spare(rich)), ...(await setProof(owner, await signInTimes(paused, 10), 'old'))],
    takeBreak: [...(await spare(rich)), ...Array.from({ length: 10 }, () => unconfirmed.client.token!)],
    setPlayLimits: [...(await spare(rich)), ...(await setProof(owner, await signInTimes(limited, 20), 'old'))],
    sendCode: [...others, ...(await copyPlayer(owner, unconfirmed, 20))],
    confirmPhone: [confirming.client.token!],
    sendEmailCode: [...others, invited.client.token!],
    confirmEmail: [proving.client.token!],
    changePhone: [
      ...Array.from({ length: 4 }, () => rich.client.token!),
      ...Array.from({ length: 4 }, () => unconfirmed.client.token!),
      ...others,
      ...(await setProof(owner, await signInTimes(rich, 3), 'old')),
    ],
    confirmNewPhone: [moving.client.token!],
    endSession: [...(await signInTimes(poor, 24)), ...(await setProof(owner, await signInTimes(poor, 6), 'old'))],
    giveProof: [...(await copyPlayer(owner, rich, 30)), ...twice(keyedAsked).flat(), ...twice(keyedAsked).flat()],
    addTotp: [
      ...(await spare(rich)),
      ...(await setProof(owner, await signInTimes(rich, 10), 'old')),
      ...(await setProof(owner, await signInTimes(guarded, 10), 'strong')),
      ...Array.from({ length: 10 }, () => unconfirmed.client.token!),
    ],
    confirmTotp: [...others, ...waiting, ...(await setProof(owner, waitingLong, 'old'))],
    removeTotp: [...others, ...(await setProof(owner, appsToRemove, 'strong')), ...(await signInTimes(guarded, 10))],
    renewRecoveryCodes: [
      ...others,
      ...(await setProof(owner, appsToKeep, 'strong')),
      ...(await signInTimes(guarded, 3)),
    ],
    withdraw: [
      ...others,
      ...Array.from({ length: 6 }, () => rich.client.token!),
      ...(await setProof(owner, await signInTimes(rich, 6), 'old')),
      ...Array.from({ length: 6 }, () => cooling.client.token!),
      ...Array.from({ length: 6 }, () => poor.client.token!),
    ],
    beginPasskey: [...others, ...keyedTokens, ...oldTokens],
    addPasskey: [...others, ...oldTokens, ...(await askForPasskeys(owner, await copyPlayer(owner, rich, 20), 'add'))],
    renamePasskey: [...others, ...keyedTokens],
    removePasskey: [...others, ...keyedTokens],
    startIdentity: [
      ...Array.from({ length: 10 }, () => rich.client.token!),
      ...Array.from({ length: 6 }, () => poor.client.token!),
      ...Array.from({ length: 6 }, () => unconfirmed.client.token!),
      ...(await setProof(owner, await copyPlayer(owner, rich, 10), 'old')),
    ],
    submitIdentity: [
      ...Array.from({ length: 10 }, () => limited.client.token!),
      ...Array.from({ length: 10 }, () => poor.client.token!),
      ...(await setProof(owner, await signInTimes(limited, 10), 'old')),
    ],
    listSecurityEvents: [...others, ...(await setProof(owner, await copyPlayer(owner, rich, 10), 'old'))],
    // Sessions that `endSession` ends are left out.
    forgetDevice: [
      ...(await signInTimes(limited, 6)),
      ...(await setProof(owner, await signInTimes(limited, 8), 'old')),
    ],
  };
  const usual = fc.oneof(fc.constant(rich.client.token!), fc.constantFrom(...others));

  const common = hintsOfAll(players);
  const own = await hintsOfEach(players, await playOnce(rich, owner), owner);
  // A proof is fresh for ten minutes, and a busy machine may make the calls later.
  await owner.query(`update session set proven_at = proven_at + interval '1 hour'`);
  return {
    host: new URL(url).host,
    tokensFor: (operationId) => (tokensOf[operationId] ? fc.constantFrom(...tokensOf[operationId]) : usual),
    hintsFor: (operationId) => ({ ...common, ...own[operationId] }),
  };
}

/** The play of the rich client. */
interface Played {
  readonly tickets: readonly NewTicket[];
  readonly finishedDraw: string;
  readonly openDraws: readonly string[];
  /** Not open yet. */
  readonly laterDraw: string;
  readonly payment: { readonly id: string; readonly key: string };
}

const hourMs = 60 * 60 * 1_000;

/** Wins for certain in a draw that is settled afterwards, as is a later draw without tickets, and starts a deposit. */
async function playOnce({ client, account }: Player, owner: Queryable): Promise<Played> {
  const finishing = await createDraws(owner, [
    { closesIn: 5_000, drawsIn: 9_000 },
    { closesIn: 5_000, drawsIn: 9_100 },
  ]);
  const finishedDraw = finishing[0]!;
  const schedule = (await client.call('/draws?status=open&limit=100')).json.data as Draw[];
  const openDraws = schedule.map(({ id }) => id).slice(-20);
  const laterDraw = await createDraw(owner, { opensIn: hourMs, closesIn: 2 * hourMs });
  const tickets = [
    ...'123456789'.split('').map((number) => ticketFor({ id: finishedDraw }, 'IziOne', number, 10_000)),
    ticketFor({ id: openDraws[0]! }, 'IziTwo', '12', 100),
  ];
  const placed = await client.call('/bets', { body: { tickets } });
  if (placed.status !== 201) throw new Error(`no bets to ask about: ${placed.text}`);
  const key = randomUUID();
  const started = await client.call('/clients/deposit', {
    body: paymentBody(account, 500),
    headers: { 'idempotency-key': key },
  });
  const isSettled = async (id: string) => (await client.call(`/draws/${id}`)).json.data.settledAt !== null;
  await waitFor(async () => (await Promise.all(finishing.map(isSettled))).every(Boolean), 'settled draws');
  return { tickets, finishedDraw, openDraws, laterDraw, payment: { id: started.json.data.id, key } };
}

/** On the list of common passwords. */
const weakPassword = 'motdepasse';

/** Values for properties that have the same meaning in every call. */
function hintsOfAll({ rich: { account } }: Players): Hints {
  return {
    limit: fc.integer({ min: 1, max: 100 }).map(String),
    from: fc.constantFrom('2020-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'),
    to: fc.constantFrom('2098-12-31T23:59:59Z', '2099-01-01T00:00:00.000Z'),
    country: fc.constantFrom('CI', 'CI', 'CI', 'SN'),
    phone: fc.oneof({ weight: 2, arbitrary: fc.constant(account.phone) }, { weight: 1, arbitrary: freshPhones }),
    password: mostly(fc.constant(account.password), fc.constant(weakPassword)),
    passwordConfirmation: mostly(fc.constant(account.password), fc.constant(weakPassword)),
    firstName: fc.constantFrom('Awa', 'Ama', 'Kouadio'),
    lastName: fc.constantFrom('Koné', 'N’Guessan'),
    email: fc.oneof(
      fc.constant(emailOfPoor),
      fc.nat().map((number) => `awa.${number}@example.com`),
    ),
    birthDate: fc.constantFrom('1990-05-17', '2020-05-17'),
  };
}

const freshPhones = fc.integer({ min: 0, max: 99_999_999 }).map((number) => `+22505${String(number).padStart(8, '0')}`);

/** Values that are useful for one call only. */
async function hintsOfEach(
  players: Players,
  played: Played,
  owner: Queryable,
): Promise<Readonly<Record<string, Hints>>> {
  const { rich, poor, limited, confirming, forgetful, proving, moving, cooling, guarded, recoveryCodes, keyed } =
    players;
  const currentPassword = fc.constantFrom(rich.account.password, rich.account.password, 'another password');
  const next = (path: string) => cursorOf(rich.client, path);
  const sessions = (await poor.client.call('/clients/sessions')).json.data as { id: string; current: boolean }[];
  const passkeys = await addPasskeys(owner, keyed, 40);
  // Before the sign-ins that wait for it.
  const { credentialIds: ofGuarded } = await addPasskeys(owner, guarded, 1);
  const endable = sessions.filter(({ current }) => !current).map(({ id }) => id);
  const drawId = fc.constantFrom(played.finishedDraw, ...played.openDraws);
  const ticketId = fc.constantFrom(...played.tickets.map(({ id }) => id));
  const favourite = { name: fc.constant('IziOne'), betAmount: fc.constant(100), selectedNumbers: fc.constant(['5']) };
  const payment = {
    'idempotency-key': fc.oneof(fc.uuid(), fc.uuid(), fc.uuid(), fc.constant(played.payment.key)),
    amount: mostly(
      fc.integer({ min: 20, max: 400 }).map((fifties) => fifties * 50),
      fc.constant(33),
    ),
    method: fc.constantFrom('orange', 'wave'),
  };
  return {
    listDraws: { status: someOf(drawStatuses), cursor: await next('/draws') },
    listResults: {
      date: fc.constant(new Date().toISOString().slice(0, 10)),
      status: someOf(pastStatuses),
      cursor: await next('/results'),
    },
    getStatistics: { draws: fc.integer({ min: 1, max: 10_000 }).map(String) },
    getGame: { rules: fc.constant('izi-1') },
    getDraw: { id: drawId },
    getProof: { id: drawId },
    getLeaves: { id: fc.oneof(fc.constant(played.finishedDraw), drawId) },
    listSeals: { cursor: await next('/seals') },
    placeBets: { tickets: baskets(played) },
    listBets: {
      status: someOf(ticketStatuses),
      order: mostly(fc.constant(undefined), fc.constant('draw')),
      cursor: await next('/bets'),
    },
    sumBets: { draws: someOf([played.finishedDraw, ...played.openDraws]) },
    getBet: { id: ticketId },
    getReceipt: { id: ticketId },
    keepFavourite: favourite,
    register: {
      password: fc.constantFrom(rich.account.password, weakPassword),
      phone: mostly(freshPhones, fc.constant(rich.account.phone)),
    },
    signIn: { identifier: fc.constantFrom(rich.account.phone, rich.account.phone, '+2250799999999') },
    confirmPhone: { code: fc.constant(await codeOf(confirming)) },
    // The code of resetPassword is left out: on a slow machine it would have another code by then.
    forgotPassword: { phone: fc.constant(poor.account.phone), email: fc.constant(undefined) },
    resetPassword: {
      phone: fc.constant(forgetful.account.phone),
      email: fc.constant(undefined),
      code: fc.constant(await codeOf(forgetful)),
      // A demonstration takes the newest code, whatever it is bound to.
      flow: fc.constant(undefined),
    },
    changePassword: { currentPassword: fc.constantFrom(rich.account.password, 'another password') },
    updateUser: { id: fc.constant(String(rich.id)), currentPassword },
    confirmEmail: { code: fc.constant(await readCode(proving.client, emailOfProving)) },
    submitIdentity: {
      id: fc.constantFrom(
        await showDocumentTo(poor.client),
        await showDocumentTo(limited.client, {}, { isSubmitted: false }),
      ),
    },
    changePhone: { phone: fc.oneof(freshPhones, fc.constant(rich.account.phone)), country: fc.constant('CI') },
    confirmNewPhone: { code: fc.constant(await readCode(moving.client, phoneOfMoving)) },
    sendSecondStepCode: {
      challengeId: mostly(fc.constantFrom(...(await letSignIn(owner, limited, 30))), fc.uuid()),
      method: fc.constantFrom('sms', undefined),
    },
    endSession: { id: fc.constantFrom(...endable) },
    passSecondStep: {
      challengeId: fc.constantFrom(...(await challengesOf(guarded, 60))),
      // Often enough that a guess is wrong before one that is right, or a factor that is removed, ends them all.
      code: fc.constantFrom(undefined, undefined, '123456'),
      recoveryCode: fc.oneof(fc.constant(undefined), fc.constantFrom(...recoveryCodes)),
      credential: fc.oneof(fc.constant(undefined), ...twice(forgedUses(ofGuarded))),
    },
    signInWithPasskey: {
      challengeId: fc.constantFrom(...(await beginPasskeySignIns(owner, 40))),
      credential: forgedUses(passkeys.credentialIds),
    },
    addPasskey: { credential: forgedPasskeys },
    renamePasskey: { id: fc.constantFrom(...passkeys.ids) },
    removePasskey: { id: fc.constantFrom(...passkeys.ids) },
    giveProof: {
      credential: fc.oneof(fc.constant(undefined), ...twice(forgedUses(passkeys.credentialIds))),
      code: mostly(fc.constant(undefined), fc.constant('123456')),
      recoveryCode: mostly(fc.constant(undefined), fc.constant(recoveryCodes[0])),
    },
    forgetDevice: { id: fc.constantFrom(...(await addDevices(owner, limited, 30))) },
    listTransactions: { kind: someOf(transactionKinds), cursor: await next('/clients/transactions') },
    deposit: payment,
    withdraw: {
      ...payment,
      phone: fc.constantFrom(...twice(rich.account.phone), cooling.account.phone, poor.account.phone),
    },
    getPayment: { id: fc.constant(played.payment.id) },
    listPayments: { cursor: await next('/clients/payments') },
    receiveWebhook: { provider: fc.constant('sandbox') },
    setPlayLimits: { kind: fc.constantFrom(...limitKinds), period: fc.constantFrom(...limitPeriods) },
    takeBreak: { kind: fc.constantFrom(...breakKinds), currentPassword },
    listOutbox: { to: fc.constant(rich.account.phone) },
  };
}

/** Sign-ins in a browser that is not known, which wait for the second factor. */
async function challengesOf({ client, account }: Player, count: number): Promise<string[]> {
  const stranger = createOutsider(client.url);
  const body = { identifier: account.phone, password: account.password };
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    const answer = await stranger.call('/clients/auth/local', { body });
    ids.push(answer.json.challenge.id);
  }
  return ids;
}

async function beginToAddApp(url: string, token: string): Promise<void> {
  const client = createOutsider(url);
  client.token = token;
  const { status, text } = await client.call('/clients/totp', { method: 'POST' });
  if (status !== 201) throw new Error(`no app waits: ${text}`);
}

const someOf = (names: readonly string[]) =>
  fc.subarray([...names], { minLength: 1, maxLength: 2 }).map((some) => some.join());

/** Reads the cursor of a list's second page. */
async function cursorOf(client: Outsider, path: string): Promise<fc.Arbitrary<unknown>> {
  const page = await client.call(`${path}?limit=1`);
  const cursor: unknown = page.json.meta.next;
  if (typeof cursor !== 'string') throw new Error(`no second page to ask for: ${page.text}`);
  return fc.constant(cursor);
}

const twice = <T>(one: T): readonly T[] => [one, one];

const mostly = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: rare });

/**
 * Baskets whose tickets mostly follow the rules. The fields of a ticket depend on each other, so they are generated
 * together.
 */
function baskets({ tickets, finishedDraw, openDraws, laterDraw }: Played): fc.Arbitrary<unknown> {
  const unknownDraw = randomUUID();
  const made = fc
    .record({
      name: fc.constantFrom(...betNames),
      numbers: fc.shuffledSubarray(['1', '2', '3', '4', '5', '6', '7', '8', '9'], { minLength: 9 }),
      random: fc.uint8Array({ minLength: 10, maxLength: 10 }),
      drawId: fc.constantFrom(...openDraws, finishedDraw, finishedDraw, laterDraw, laterDraw, unknownDraw, unknownDraw),
      more: mostly(fc.constant(0), fc.constantFrom(1, 1_000_000)),
      fewer: mostly(fc.constant(0), fc.constant(1)),
    })
    .map(({ name, numbers, random, drawId, more, fewer }) => ({
      id: uuidv7(Date.now(), random),
      name,
      drawId,
      betAmount: betTypes[name].minStake + more,
      selectedNumbers: numbers.slice(fewer, betTypes[name].slots),
    }));
  const [placed] = tickets;
  const again = fc.constantFrom(placed, { ...placed, betAmount: 100 });
  return fc.array(mostly<unknown>(made, again), { minLength: 1, maxLength: 3 });
}
