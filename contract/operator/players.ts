import * as v from 'valibot';
import * as calls from '#contract/calls/operator/players.ts';
import { breakKinds } from '#contract/calls/play-limits.ts';
import { transactionKinds } from '#contract/calls/wallet.ts';
import { ticket } from '#contract/bets.ts';
import { documentTypes } from '#contract/forms/documents.ts';
import { limitKinds, limitPeriods } from '#contract/play-limits.ts';
import { paging } from '#contract/queries.ts';
import { betName, francs, instant, line, numbers, one, page, phone, signedFrancs, uuid } from '#contract/values.ts';
import { countries } from '#domain/countries.ts';
import { pagingOrFile } from './csv.ts';
import { describeOperatorCalls } from './describe.ts';
import { acted, because, clientId, moment, reason, uuidId, wallets } from './values.ts';

const describe = describeOperatorCalls('Players', calls);

/** The states of a player, in the order in which a screen shows them. */
export const playerStates = [
  'erased',
  'unproven',
  'closing',
  'sign_in_locked',
  'play_locked',
  'withdrawals_locked',
  'break',
  'undone',
  'cooling_off',
  'matched',
  'document_waits',
  'test',
  'may_not_play',
] as const;
export type PlayerState = (typeof playerStates)[number];

/**
 * The states that a list can be filtered by. `locked` is any of the three; `read_first` has a note to be read first.
 */
export const listedStates = [
  'locked',
  'break',
  'undone',
  'matched',
  'document_waits',
  'read_first',
  'closing',
  'unproven',
  'test',
  'erased',
] as const;
export type ListedState = (typeof listedStates)[number];

const { lockKinds, unmaskedFields } = calls;
export type LockKind = (typeof lockKinds)[number];

/** Masked for roles that see players masked: `+225 07 ·· ·· ·· 08`, `A. K.` Null once the player is erased. */
const masked = v.nullable(v.string());

export const searchPlayers = describe('searchPlayers', {
  summary:
    'Find players, payments and tickets by one field: a phone from its beginning, an e-mail address, a name from its beginning, a number (#42), the id of a payment or a ticket, a provider’s reference, the serial of a ticket (with the phone before it among all of the player’s; alone among those of the last hour). Also draws and requests: the beginning of an id, from four letters of it, a request’s number (R-12), a draw’s time (18:35 or 1835 today, 24/11 18:35).',
  query: v.object({ q: line(2, 100) }),
  answer: one(
    v.array(
      v.object({
        what: v.picklist(['client', 'payment', 'ticket', 'draw', 'request']),
        id: v.string(),
        /** Null for draws and requests. */
        clientId: v.nullable(v.number()),
        phone: masked,
        name: masked,
        at: instant,
        /** The amount that was paid, or the stake of a ticket. */
        amount: v.nullable(francs),
        /** The number that operators call a request by. */
        number: v.nullable(v.number()),
        /** Where a payment, a draw or a request stands; null for players and tickets. */
        status: v.nullable(v.string()),
        /** The direction of a payment, the bet type of a ticket; null for all else. */
        kind: v.nullable(v.string()),
        /** How the money of a payment moves; null for all else. */
        method: v.nullable(v.string()),
        /** When the draw of a ticket takes place, or the one that a request is about; null for all else. */
        drawsAt: v.nullable(instant),
      }),
    ),
  ),
});

/** A filter of a list: `CI,ML` is any of these, `-CI,ML` none of these. */
function someOf(values: readonly string[]) {
  const one = `(${values.join('|')})`;
  return v.pipe(v.string(), v.regex(new RegExp(`^-?${one}(,${one})*$`), `One or some of ${values.join(', ')}.`));
}

const listed = v.object({
  id: v.number(),
  phone: masked,
  name: masked,
  country: v.string(),
  createdAt: instant,
  lastSignInAt: v.nullable(instant),
  dep: francs,
  win: francs,
  held: francs,
  states: v.array(v.picklist(playerStates)),
});
export type ListedPlayer = v.InferOutput<typeof listed>;

export const listPlayers = describe('listPlayers', {
  summary: 'Players, the newest first.',
  query: v.object({
    state: v.optional(v.picklist(listedStates)),
    country: v.optional(someOf(countries)),
    /** A search for players: a name, a phone, a number such as #42; at most twenty are found. */
    player: v.optional(line(2, 100)),
    ...pagingOrFile,
  }),
  answer: page(listed),
  csv: { name: 'players', ofPeople: true },
});

const paymentDirections = ['deposit', 'withdrawal'] as const;

const sum = v.object({ amount: francs, count: v.number() });

const lock = {
  kind: v.picklist(lockKinds),
  beginsAt: instant,
  endsAt: instant,
  lockedBy: v.string(),
  reason: v.string(),
};

const player = v.object({
  id: v.number(),
  /** Whether phone, e-mail address, name, birth date and address are masked for me. */
  masked: v.boolean(),
  phone: masked,
  phoneProven: v.boolean(),
  email: masked,
  emailProven: v.boolean(),
  firstName: masked,
  lastName: masked,
  /** `YYYY-MM-DD`; only the year where it is masked or erased. */
  birthDate: v.string(),
  country: v.string(),
  city: v.nullable(v.string()),
  address: v.nullable(v.string()),
  createdAt: instant,
  lastSignInAt: v.nullable(instant),
  erasedAt: v.nullable(instant),
  /** 0 to 2. */
  tier: v.number(),
  states: v.array(v.picklist(playerStates)),
  wallets,
  /** Tickets whose draws are not settled. */
  openStakes: v.object({
    amount: francs,
    tickets: v.number(),
    firstDrawAt: v.nullable(instant),
    lastDrawAt: v.nullable(instant),
  }),
  /** All that came in and went out. */
  deposits: sum,
  withdrawals: sum,
  /** The player's net result, below zero for a loss: out + here − in − adjusted by hand. */
  net: signedFrancs,
  /** The locks that apply now. */
  locks: v.array(v.object(lock)),
  /** Why withdrawals wait, and until when; null where they do not. */
  payouts: v.nullable(v.object({ reason: v.string(), until: v.nullable(instant) })),
  /** The end of a break. */
  pausedUntil: v.nullable(instant),
  /** The reason why bets and deposits wait. */
  waitsFor: v.nullable(v.picklist(['lock', 'may_not_play', 'identity', 'register'])),
  closing: v.nullable(v.object({ erasesAt: instant, reason: v.nullable(v.string()) })),
  /** Notes that I have to open before I can do anything to the player. */
  readFirst: v.array(v.object({ id: uuid, at: instant, writtenBy: v.string(), begins: v.string() })),
});
export type Player = v.InferOutput<typeof player>;

export const getPlayer = describe('getPlayer', {
  summary: 'Open a player. Each time is a row of the log of who looked at whom.',
  params: clientId,
  query: v.object({ why: v.optional(line(1, 200)) }),
  answer: one(player),
  problems: ['not_found'],
});

export const unmask = describe('unmask', {
  summary: 'See one field as it is, with a reason. It is a row of the log of who looked at whom.',
  params: clientId,
  body: v.strictObject({ field: v.picklist(unmaskedFields), reason }),
  answer: one(v.object({ value: v.nullable(v.string()) })),
  problems: ['not_found'],
});

export const listPlayerTickets = describe('listPlayerTickets', {
  summary: 'A player’s tickets, the newest first.',
  params: clientId,
  query: v.object({ drawId: v.optional(uuid), from: v.optional(moment), to: v.optional(moment), ...pagingOrFile }),
  answer: page(ticket),
  csv: { name: 'tickets', of: 'client' },
  problems: ['not_found'],
});

export const listPlayerStatement = describe('listPlayerStatement', {
  summary: 'What changed a player’s wallets, the newest first, with both wallets after it.',
  params: clientId,
  query: v.object({
    kind: v.optional(someOf(transactionKinds)),
    from: v.optional(moment),
    to: v.optional(moment),
    ...pagingOrFile,
  }),
  answer: page(
    v.object({
      id: v.string(),
      at: instant,
      kind: v.picklist(transactionKinds),
      wallet: v.picklist(['dep', 'win']),
      amount: signedFrancs,
      dep: francs,
      win: francs,
      /** The id of the ticket, the payment or the adjustment. */
      reference: uuid,
      drawId: v.nullable(uuid),
      ticket: v.nullable(v.object({ name: betName, selectedNumbers: numbers, betAmount: francs })),
    }),
  ),
  csv: { name: 'statement', of: 'client' },
  problems: ['not_found'],
});

export const listPlayerPayments = describe('listPlayerPayments', {
  summary: 'A player’s payments, the newest first.',
  params: clientId,
  query: v.object({ direction: v.optional(someOf(paymentDirections)), ...pagingOrFile }),
  answer: page(
    v.object({
      id: uuid,
      direction: v.picklist(paymentDirections),
      amount: francs,
      provider: v.string(),
      method: v.string(),
      providerRef: v.nullable(v.string()),
      status: v.string(),
      failure: v.nullable(v.string()),
      createdAt: instant,
      updatedAt: instant,
    }),
  ),
  csv: { name: 'payments_of_player', of: 'client' },
  problems: ['not_found'],
});

export const getPlayerBalance = describe('getPlayerBalance', {
  summary:
    'The balance of a player at the end of each day on which it changed, of the last 90 days: all wallets with what is held, less what is owed. Days that are not summed yet are missing.',
  params: clientId,
  answer: one(
    v.object({
      /** The first day of these, and the balance before it. */
      from: v.string(),
      before: signedFrancs,
      days: v.array(v.object({ day: v.string(), balance: signedFrancs })),
    }),
  ),
  problems: ['not_found'],
});

export const getPlayerLimits = describe('getPlayerLimits', {
  summary: 'A player’s limits, with what operators have set, and the locks that were and are, the newest first.',
  params: clientId,
  answer: one(
    v.object({
      limits: v.array(
        v.object({
          kind: v.picklist(limitKinds),
          period: v.picklist(limitPeriods),
          /** The limit in force: the lower one of the next two. */
          amount: v.nullable(francs),
          own: v.nullable(francs),
          /** The last limit that operators have set. */
          tightened: v.nullable(v.object({ amount: francs, setBy: v.string(), setAt: instant, reason: v.string() })),
          used: francs,
          resetsAt: instant,
          next: v.nullable(v.object({ amount: v.nullable(francs), at: instant })),
        }),
      ),
      locks: v.array(
        v.object({
          ...lock,
          liftedAt: v.nullable(instant),
          /** The request that two signed. */
          liftedBy: v.nullable(uuid),
        }),
      ),
    }),
  ),
  problems: ['not_found'],
});

export const getPlayerSessions = describe('getPlayerSessions', {
  summary: 'Where a player is signed in, the known browsers, and which other players are known in the same one.',
  params: clientId,
  answer: one(
    v.object({
      sessions: v.array(
        v.object({
          id: uuid,
          device: v.string(),
          known: v.boolean(),
          remember: v.boolean(),
          createdAt: instant,
          lastSeenAt: instant,
          expiresAt: instant,
          provenBy: v.array(v.string()),
        }),
      ),
      devices: v.array(
        v.object({ name: v.string(), firstSeenAt: instant, lastSeenAt: instant, sharedWith: v.array(v.number()) }),
      ),
    }),
  ),
  problems: ['not_found'],
});

export const getPlayerIdentity = describe('getPlayerIdentity', {
  summary: 'What a player has shown, and whom the player was taken for.',
  params: clientId,
  answer: one(
    v.object({
      documents: v.array(
        v.object({
          id: uuid,
          type: v.picklist(documentTypes),
          country: v.string(),
          last4: v.string(),
          expiresOn: v.string(),
          status: v.picklist(['waiting', 'accepted', 'refused']),
          submittedAt: instant,
          decidedAt: v.nullable(instant),
          decidedBy: v.nullable(v.string()),
          reason: v.nullable(v.string()),
        }),
      ),
      matches: v.array(
        v.object({
          source: v.string(),
          matchedAt: instant,
          endsAt: instant,
          clearedAt: v.nullable(instant),
          clearedBy: v.nullable(v.string()),
          reason: v.nullable(v.string()),
        }),
      ),
    }),
  ),
  problems: ['not_found'],
});

const note = v.object({
  id: uuid,
  at: instant,
  writtenBy: v.string(),
  text: v.string(),
  readFirst: v.boolean(),
});

export const listPlayerNotes = describe('listPlayerNotes', {
  summary: 'Notes on a player, the newest first.',
  params: clientId,
  query: v.object({ ...paging }),
  answer: page(
    v.object({
      ...note.entries,
      /** Whether I have opened it, or written it. */
      opened: v.boolean(),
    }),
  ),
  problems: ['not_found'],
});

export const listPlayerLooks = describe('listPlayerLooks', {
  summary:
    'Who looked at a player, at what and why, the newest first: compliance and auditors see all, others themselves.',
  params: clientId,
  query: v.object({ ...pagingOrFile }),
  answer: page(
    v.object({ id: v.string(), at: instant, who: v.string(), what: v.string(), why: v.nullable(v.string()) }),
  ),
  csv: { name: 'looks_at_player', of: 'client' },
  problems: ['not_found'],
});

export const writeNote = describe('writeNote', {
  summary:
    'Write a note on a player. One to be read first keeps every other operator from doing anything to the player until it was opened. Notes go with the account when it is erased.',
  params: clientId,
  body: v.strictObject({ text: line(1, 2_000), readFirst: v.optional(v.boolean()) }),
  answer: acted({ id: uuid }),
  problems: ['not_found', 'read_first'],
});

export const openNote = describe('openNote', {
  summary: 'Open a note. I can then act on the player, where it has to be read first.',
  params: uuidId,
  answer: one(v.object({ ...note.entries, clientId: v.number() })),
  problems: ['not_found'],
});

export const endClientSessions = describe('endClientSessions', {
  summary: 'Sign a client out everywhere.',
  params: clientId,
  body: because,
  answer: acted({ sessions: v.number() }),
  problems: ['not_found', 'read_first'],
});

export const tightenLimit = describe('tightenLimit', {
  summary:
    'Tighten a limit. The lower of this and the player’s own counts from now on. The player sees it and is told; nobody takes it back, and a higher one than was set before changes nothing.',
  params: clientId,
  body: v.strictObject({
    kind: v.picklist(limitKinds, `One of ${limitKinds.join(', ')}.`),
    period: v.picklist(limitPeriods, `One of ${limitPeriods.join(', ')}.`),
    amount: v.pipe(francs, v.maxValue(1_000_000_000, 'At most 1 000 000 000 XOF.')),
    reason,
  }),
  /** The limit that is in force now. */
  answer: acted({ amount: francs }),
  problems: ['not_found', 'read_first'],
});

export const startBreak = describe('startBreak', {
  summary: 'Start a break for a player, which nobody can end early. The player is told.',
  params: clientId,
  body: v.strictObject({ kind: v.picklist(breakKinds, `One of ${breakKinds.join(', ')}.`), reason }),
  answer: acted({ pausedUntil: instant }),
  problems: ['not_found', 'read_first'],
});

export const lockClient = describe('lockClient', {
  summary:
    'Lock sign-in, play (bets and deposits) or withdrawals for 72 hours, at once. The player is told. Unlocking before takes two others.',
  params: clientId,
  body: v.strictObject({ lock: v.picklist(lockKinds, `One of ${lockKinds.join(', ')}.`), reason }),
  answer: acted({ until: instant }),
  problems: ['not_found', 'read_first'],
});

export const markTest = describe('markTest', {
  summary: 'Mark an account as one of ours, which reports leave out, or take the mark back.',
  params: clientId,
  body: v.strictObject({ test: v.boolean(), reason }),
  answer: acted({ changed: v.boolean() }),
  problems: ['not_found', 'read_first'],
});

const relations = ['staff', 'household', 'supplier'] as const;

export const listMayNotPlay = describe('listMayNotPlay', {
  summary: 'Staff, their households and suppliers, who may not play, the newest first.',
  query: v.object({ ...pagingOrFile }),
  answer: page(
    v.object({
      id: v.string(),
      relation: v.picklist(relations),
      name: v.string(),
      phone: masked,
      clientId: v.nullable(v.number()),
      reason: v.string(),
      addedAt: instant,
      addedBy: v.string(),
      endedAt: v.nullable(instant),
    }),
  ),
  csv: { name: 'may_not_play', ofPeople: true },
});

export const forbidPlay = describe('forbidPlay', {
  summary:
    'Put somebody on the list of those who may not play: by phone, also before there is an account, or by number. Bets and deposits are refused at once.',
  body: v.pipe(
    v.strictObject({
      relation: v.picklist(relations, `One of ${relations.join(', ')}.`),
      name: line(1, 200),
      phone: v.optional(phone),
      clientId: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
      reason,
    }),
    v.check(({ phone, clientId }) => (phone === undefined) !== (clientId === undefined), 'Either a phone or a number.'),
  ),
  answer: acted({ id: v.string() }),
  problems: ['not_found', 'conflict'],
});
