import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { decideRequest, getRequest, makeRequest } from '#contract/calls/operator/acts.ts';
import { listCareCases, noteCareContact } from '#contract/calls/operator/care.ts';
import { lowerCap } from '#contract/calls/operator/caps.ts';
import { decideIdentityCheck, listIdentityChecks } from '#contract/calls/operator/documents.ts';
import { stopSales } from '#contract/calls/operator/draws.ts';
import { typeBankFigure } from '#contract/calls/operator/money.ts';
import { inviteOperator } from '#contract/calls/operator/operators.ts';
import { forbidPlay, lockClient, startBreak, tightenLimit, writeNote } from '#contract/calls/operator/players.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { showDocumentTo } from '#tests/support/players/documents.ts';
import {
  addFunds,
  createOutsider,
  openDraws,
  paymentBody,
  paymentStatus,
  signUp,
  ticketFor,
  waitFor,
  type Account,
  type Outsider,
} from '#tests/support/players/outsider.ts';
import { changeHistory } from '#tests/support/players/play.ts';
import { withOwner, type ServerProcess } from '#tests/support/site/server.ts';
import { demoOperator, type DemoOperator } from './demo-operator.ts';

/** The subjects of the pictures. A part that could not be prepared leaves its own out, and the pictures of it fail by name. */
export interface FurnishedConsole {
  /** The number of a player in care. */
  caring?: number;
  /** The number of a player with locks, notes, documents and payments, whose name is as long as names get. */
  held?: number;
  /** Withdrawals: one that waits for one operator, one for two, one that its provider says nothing about. */
  review?: string;
  reviewByTwo?: string;
  unknown?: string;
  /** A deposit that was credited, and one that waits for its payer. */
  credited?: string;
  waiting?: string;
  /** A draw on sale with tickets, and one whose stakes have reached a cap. */
  staked?: string;
  paused?: string;
  /** Requests by how they stand. */
  requests: Partial<Record<'asked' | 'done' | 'refused' | 'withdrawn' | 'expired' | 'failed', string>>;
}

const longNamed = {
  firstName: 'Marie-Antoinette Adjoua Clémentine',
  lastName: 'Kouamé-N’Guessan de la Ruelle Saint-Barthélemy',
};

/**
 * Makes the states that a month of play does not bring by itself: a player in care, one who is locked, withdrawals that wait for somebody,
 * requests of every status, caps, stops, documents, an operator who was invited.
 *
 * @returns what there is then, and what could not be prepared
 */
export async function furnishConsole(browser: Browser, site: ServerProcess, baseURL: string) {
  const furnished: FurnishedConsole = { requests: {} };
  const staff = createStaff(browser, baseURL);
  const failed: string[] = [];
  const tools: Tools = { site, furnished, as: staff.as };
  try {
    for (const [name, prepare] of Object.entries(parts)) {
      try {
        await prepare(tools);
      } catch (error) {
        failed.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
      }
    }
  } finally {
    await staff.close();
  }
  return { furnished, failed };
}

interface Tools {
  readonly site: ServerProcess;
  readonly furnished: FurnishedConsole;
  /** The one operator of these roles. */
  as(...roles: OperatorRole[]): Promise<DemoOperator>;
}

function createStaff(browser: Browser, baseURL: string) {
  const staff = new Map<string, Promise<DemoOperator>>();
  return {
    as(...roles: OperatorRole[]): Promise<DemoOperator> {
      const known = staff.get(roles.join());
      const one = known ?? demoOperator(browser, baseURL, roles);
      staff.set(roles.join(), one);
      return one;
    },
    async close(): Promise<void> {
      for (const one of await Promise.allSettled(staff.values())) {
        if (one.status === 'fulfilled') await one.value.close();
      }
    },
  };
}

/** In their order: later ones build on what earlier ones have left. */
const parts: Readonly<Record<string, (tools: Tools) => Promise<void>>> = {
  'a player whom everything happens to': holdSomebody,
  'a player in care': bringIntoCare,
  'caps and what they pause': setCaps,
  'stopped sales': stop,
  documents: showDocuments,
  'who may not play': forbid,
  'figures of the bank and a reserve': typeFigures,
  'an invited operator': invite,
  'requests of every status': ask,
  // It closes every act on the player for everybody else, so it is written last.
  'a note to be read first': writeReadFirst,
};

/** Longer than it takes to take all pictures. */
const staysOpenMs = 40 * 60_000;

async function numberOf(player: Outsider): Promise<number> {
  return ((await player.call('/users/me')).json as { readonly id: number }).id;
}

/** Adds funds again and again, until the worker limits the player; somebody calls. */
async function bringIntoCare({ site, furnished, as }: Tools): Promise<void> {
  const player = createOutsider(site.url);
  const account = await signUp(player);
  for (let times = 0; times < 9; times++) await addFunds(player, account, 5_000);
  const [draw] = await openDraws(player, staysOpenMs);
  furnished.staked = draw!.id;
  const tickets = [
    ...Array.from('123456', (number) => ticketFor(draw!, 'IziOne', number, 2_000)),
    ...Array.from('147', (number) => ticketFor(draw!, 'IziABC', number, 900)),
    ticketFor(draw!, 'IziTwo', '38', 1_500),
    ticketFor(draw!, 'Izi2x', '148', 800),
    ticketFor(draw!, 'Izi3x', '419', 600),
    ticketFor(draw!, 'IziOrder', '491278635', 600),
    ticketFor(draw!, 'IziOrder', '123456789', 300),
  ];
  const placed = await player.call('/bets', { body: { tickets } });
  if (placed.status !== 201) throw new Error(`not placed: ${placed.text}`);
  // The worker looks at everybody, and not in a quarter of an hour at who plays now.
  await withOwner(site.dataDir, (owner) =>
    owner.query('insert into console.care_due select client_id from wallet where client_id > 0 on conflict do nothing'),
  );
  furnished.caring = await numberOf(player);
  const compliance = await as('compliance');
  let found: number | undefined;
  await waitFor(async () => {
    const { data } = await compliance.call(listCareCases);
    return (found = data.find(({ clientId }) => clientId === furnished.caring)?.id) !== undefined;
  }, 'the case');
  const text =
    'Adds funds whenever the wallet is empty. Knows the limits in the profile, and will set one on deposits.';
  const body = { number: 1, way: 'call', reached: true, text };
  await compliance.call(noteCareContact, { params: { id: found! }, body });
  const lock = { lock: 'withdrawals', reason: 'Somebody else may have the phone.' };
  await (await as('risk')).call(lockClient, { params: { id: furnished.caring }, body: lock });
}

/** Withdrawals that wait, locks, notes, limits. */
async function holdSomebody({ site, furnished, as }: Tools): Promise<void> {
  const player = createOutsider(site.url);
  // The sandbox never answers about a payout to a phone that ends in 01.
  const account = await signUp(player, '01', longNamed);
  const id = await numberOf(player);
  furnished.held = id;
  await addFunds(player, account, 40_000);
  furnished.credited = (await player.call('/clients/payments?limit=1')).json.data[0].id as string;
  furnished.waiting = await pay(player, account, 'deposit', 12_500);
  await withOwner(site.dataDir, (owner) =>
    owner.query(`select post_adjustment($1, $2, 'adjustment', 'client_win', 2400000)`, [id, randomUUID()]),
  );
  furnished.unknown = await pay(player, account, 'withdraw', 61_000);
  await waitFor(async () => (await paymentStatus(player, furnished.unknown!)) === 'unknown', 'the unknown payment');
  furnished.review = await pay(player, account, 'withdraw', 250_000);
  furnished.reviewByTwo = await pay(player, account, 'withdraw', 900_000);
  const risk = await as('risk');
  const support = await as('support');
  const params = { id };
  await risk.call(writeNote, {
    params,
    body: { text: 'Called about the large withdrawal: wants it on the same phone.' },
  });
  await risk.call(tightenLimit, {
    params,
    body: { kind: 'stake', period: 'day', amount: 20_000, reason: 'Asked for it on the phone.' },
  });
  await risk.call(lockClient, { params, body: { lock: 'play', reason: 'Three deposits were taken back.' } });
  await support.call(startBreak, { params, body: { kind: 'day', reason: 'Asked for it on the phone.' } });
}

async function writeReadFirst({ furnished, as }: Tools): Promise<void> {
  const support = await as('support');
  const text = 'Another person answered this number today. Confirm the birth date before you change anything.';
  await support.call(writeNote, { params: { id: furnished.held! }, body: { text, readFirst: true } });
}

async function pay(player: Outsider, account: Account, way: 'deposit' | 'withdraw', amount: number): Promise<string> {
  const answer = await player.call(`/clients/${way}`, {
    body: paymentBody(account, amount),
    headers: { 'idempotency-key': randomUUID() },
  });
  if (answer.status >= 300) throw new Error(`no ${way}: ${answer.text}`);
  return answer.json.data.id as string;
}

/** Caps of every draw, and one of a draw alone that its tickets have reached. */
async function setCaps({ furnished, as }: Tools): Promise<void> {
  const risk = await as('risk');
  const lower = (draw: string | null, name: string | null, measure: string, amount: number) =>
    risk.call(lowerCap, { body: { draw, name, measure, amount, reason: 'The reserve of this month.' } });
  await lower(null, null, 'worst', 900_000);
  await lower(null, 'IziOrder', 'worst', 250_000);
  await lower(null, null, 'p9999', 600_000);
  if (furnished.staked === undefined) throw new Error('no draw has tickets');
  await lower(furnished.staked, 'IziOne', 'worst', 9_000);
  furnished.paused = furnished.staked;
}

async function stop({ site, as }: Tools): Promise<void> {
  const draws = await as('draws');
  const [, , , next] = await openDraws(createOutsider(site.url));
  const sentence = 'Izi3x is not on sale in this draw. Choose another draw, please.';
  await draws.call(stopSales, {
    body: { drawId: next!.id, name: 'Izi3x', sentence, reason: 'The printer of the agency is being mended.' },
  });
}

/** One waiting document and one accepted document. */
async function showDocuments({ site, as }: Tools): Promise<void> {
  const compliance = await as('compliance');
  const accepted = createOutsider(site.url);
  await signUp(accepted, '33', { birthDate: '1990-05-06' });
  await showDocumentTo(accepted);
  const [first] = (await compliance.call(listIdentityChecks)).data;
  const body = {
    decision: 'accept',
    reason: 'Photo and name agree.',
    birthDate: '1990-05-06',
    otherPerson: false,
  };
  await compliance.call(decideIdentityCheck, { params: { id: first!.id }, body });
  const waiting = createOutsider(site.url);
  await signUp(waiting, '34', longNamed);
  await showDocumentTo(waiting, { type: 'passport' });
}

async function forbid({ as }: Tools): Promise<void> {
  const compliance = await as('compliance');
  const list = [
    { relation: 'staff', name: 'Jo Kouassi', phone: '+2250711223344', reason: 'Works in the draw room.' },
    {
      relation: 'household',
      name: `${longNamed.firstName} ${longNamed.lastName}`,
      phone: '+2250711223345',
      reason: 'Shares a home with Jo Kouassi.',
    },
    { relation: 'supplier', name: 'Yao Mensah', phone: '+2250711223346', reason: 'Keeps the beacon running.' },
  ];
  for (const body of list) await compliance.call(forbidPlay, { body });
}

async function typeFigures({ as }: Tools): Promise<void> {
  const payments = await as('payments');
  const [compliance, draws] = [await as('compliance'), await as('draws')];
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  for (const [ago, account, amount] of [
    [3, 'main', 48_200_000],
    [2, 'main', 49_150_000],
    [1, 'main', 47_800_000],
    [1, 'savings', 20_000_000],
  ] as const) {
    const note = `Statement of ${day(ago)}, page 1.`;
    await payments.call(typeBankFigure, { body: { day: day(ago), account, amount, note } });
  }
  const reason = 'The board has set it aside for this month.';
  const asked = await draws.call(makeRequest, { body: { kind: 'reserve', values: { amount: 25_000_000 }, reason } });
  await decide(compliance, asked.data.id, 'approve', 'The bank has confirmed it.');
  await ended(compliance, asked.data.id);
}

async function invite({ as }: Tools): Promise<void> {
  const admin = await as('admin');
  const body = { name: 'adjoua-marie.kouame', roles: ['support'], reason: 'Begins on Monday.' };
  await admin.call(inviteOperator, { body });
}

const decide = (operator: DemoOperator, id: string, decision: 'approve' | 'refuse' | 'withdraw', reason: string) =>
  operator.call(decideRequest, { params: { id }, body: { decision, reason } });

async function ended(operator: DemoOperator, id: string): Promise<void> {
  const isOver = async () => {
    const { status } = (await operator.call(getRequest, { params: { id } })).data;
    return status !== 'asked' && status !== 'approved';
  };
  await waitFor(isOver, 'the end of the request');
}

/** One request of each status. */
async function ask({ site, furnished, as }: Tools): Promise<void> {
  const { held, credited, reviewByTwo } = furnished;
  if (held === undefined || credited === undefined) throw new Error('there is no player to ask for');
  const [payments, support] = [await as('payments'), await as('support')];
  const [compliance, draws] = [await as('compliance'), await as('draws')];
  const { requests } = furnished;
  const adjust = async (amount: number, reason: string, about: object = { payment: credited }) => {
    const values = { wallet: 'dep', amount, told: 'A correction of your deposit.', ...about } as const;
    const body = { kind: 'adjust', about: held, values, reason } as const;
    return (await payments.call(makeRequest, { body })).data.id;
  };
  requests.done = await adjust(2_500, 'Case 118: the provider’s statement shows the deposit, line 44.');
  await decide(compliance, requests.done, 'approve', 'I see the same line in the statement.');
  await ended(compliance, requests.done);
  requests.refused = await adjust(90_000, 'The player says that a deposit is missing.');
  await decide(compliance, requests.refused, 'refuse', 'No statement shows it: ask the provider first.');
  requests.withdrawn = await adjust(-1_000, 'Typed for the wrong player.');
  await decide(payments, requests.withdrawn, 'withdraw', 'It was the wrong player.');
  // Both take all that there is: the second one finds nothing left.
  const all = [
    await adjust(-40_000, 'Taken back twice.'),
    await adjust(-40_000, 'Taken back twice, by mistake.', { case: 'C-118' }),
  ];
  await Promise.all(all.map((id) => decide(compliance, id, 'approve', 'The statement shows it.')));
  for (const id of all) await ended(compliance, id);
  requests.failed = all[1]!;

  const player = createOutsider(site.url);
  const called = (await openDraws(player, 120_000)).at(-1)!;
  const values = { toldEn: 'Its time was announced wrongly.', toldFr: 'Son heure était annoncée à tort.' };
  const body = {
    kind: 'call_off_draw',
    about: called.id,
    values,
    reason: 'A typing mistake in the timetable.',
  } as const;
  const calledOff = (await draws.call(makeRequest, { body })).data.id;
  requests.expired = calledOff;
  await withOwner(site.dataDir, (owner) =>
    changeHistory(
      owner,
      `update console.request set asked_at = asked_at - interval '20 min', expires_at = expires_at - interval '20 min'
       where id = $1`,
      [calledOff],
    ),
  );
  await ended(compliance, calledOff);

  const because = 'The bank has taken its mistake back.';
  const unlock = { kind: 'unlock', about: held, values: { lock: 'play' }, reason: because } as const;
  requests.asked = (await support.call(makeRequest, { body: unlock })).data.id;
  if (reviewByTwo === undefined) throw new Error('no withdrawal takes two');
  const reason = 'The player has shown a document, and the phone is the same.';
  await payments.call(makeRequest, { body: { kind: 'release_withdrawal', about: reviewByTwo, reason } });
}
