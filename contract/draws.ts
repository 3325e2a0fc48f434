import * as v from 'valibot';
import { drawStatuses } from '#domain/draw.ts';
import * as words from '#contract/words/checks.ts';
import * as calls from './calls/draws.ts';
import { describeCalls } from './endpoint.ts';
import { paging, queryInteger, queryList } from './queries.ts';
import { betName, date, hex, instant, numbers, one, page, uuid } from './values.ts';

const describe = describeCalls('Draws', calls);

export const salesStop = v.object({
  /** The bet type; null for all of them. */
  name: v.nullable(betName),
  /** The sentence for players; of a cap in the language of the call. */
  sentence: v.string(),
  /** `cap`: the draw might have to pay too much, so it takes no more of these bets. The same for every player. */
  cause: v.picklist(['operator', 'cap']),
  since: instant,
});
/** Sales that are stopped for the moment. Tickets that were sold stay. */
export type SalesStop = v.InferOutput<typeof salesStop>;

const describeFairness = describeCalls('Fairness', calls);

export const draw = v.object({
  id: uuid,
  /** The instant of the draw. */
  fullDate: instant,
  /** Its minute on the operator's wall clock, two digits. */
  minute: v.string(),
  closesAt: instant,
  status: v.picklist(drawStatuses),
  rules: v.string(),
  /** The commitment of the operator before sales opened. */
  commitment: hex,
  /** The nine numbers, first out first; null until drawn. */
  result: v.nullable(numbers),
  /** The sales of an open draw that are stopped at the moment; empty where none is. */
  stops: v.array(salesStop),
  /** When and why the operator called this void draw off while it was on sale. */
  calledOff: v.nullable(v.object({ at: instant, reason: v.string() })),
});
export type Draw = v.InferOutput<typeof draw>;

export const listDraws = describe('listDraws', {
  caller: 'anyone',
  shared: true,
  summary: 'The schedule, soonest first; without `from`, from now on.',
  query: v.object({
    from: v.optional(instant),
    to: v.optional(instant),
    status: v.optional(queryList(drawStatuses)),
    ...paging,
  }),
  answer: v.object({ data: v.array(draw), meta: v.object({ now: instant, next: v.nullable(v.string()) }) }),
  problems: [],
});

export const getDraw = describe('getDraw', {
  caller: 'anyone',
  shared: true,
  summary: 'One draw.',
  params: v.object({ id: uuid }),
  answer: one(
    v.object({
      ...draw.entries,
      opensAt: instant,
      /** When its tickets were sealed; null until then. Later than its close, and before its result. */
      sealedAt: v.nullable(instant),
      drawnAt: v.nullable(instant),
      settledAt: v.nullable(instant),
    }),
  ),
  problems: ['not_found'],
});

export const getTimetable = describe('getTimetable', {
  caller: 'anyone',
  shared: true,
  summary: 'The dates and hours that still have an open draw, on the operator’s wall clock.',
  answer: v.object({
    data: v.array(v.object({ date: v.string(), hours: v.array(v.string()) })),
    meta: v.object({ now: instant, timeZone: v.string(), everyMinutes: v.number() }),
  }),
  problems: [],
});

export const listResults = describe('listResults', {
  caller: 'anyone',
  shared: true,
  summary:
    'Past draws, newest first; `date` is a day on the operator’s wall clock. Without `status`, the drawn and settled ones: only a void draw has no result.',
  query: v.object({ date: v.optional(date), status: v.optional(queryList(calls.pastStatuses)), ...paging }),
  answer: v.object({
    data: v.array(
      v.object({
        ...draw.entries,
        /** How many tickets it paid; null until all are paid. */
        paidTickets: v.nullable(v.number()),
      }),
    ),
    meta: v.object({
      next: v.nullable(v.string()),
      /** How many draws can be checked: all that were sealed from the first one to the newest one with a result. */
      checkable: v.number(),
    }),
  }),
  problems: [],
});

/** The largest number of past draws that the statistics cover. */
export const mostStatisticsDraws = 10_000;

export const getStatistics = describe('getStatistics', {
  caller: 'anyone',
  shared: true,
  summary: 'How often each number came out in each place over the last draws. Past draws say nothing about the next.',
  query: v.object({ draws: v.optional(queryInteger(1, mostStatisticsDraws)) }),
  answer: v.object({
    data: v.array(v.object({ number: v.string(), places: v.array(v.number()) })),
    meta: v.object({ draws: v.number() }),
  }),
  problems: [],
});

export const listGames = describe('listGames', {
  caller: 'anyone',
  shared: true,
  summary: 'The rules on sale.',
  answer: one(v.array(v.object({ rules: v.string(), rulesHash: v.string(), url: v.string(), current: v.boolean() }))),
  problems: [],
});

export const getGame = describe('getGame', {
  caller: 'anyone',
  shared: true,
  summary: 'One rules document, byte for byte what `rulesHash` covers.',
  params: v.object({ rules: v.pipe(v.string(), v.maxLength(40)) }),
  answer: v.record(v.string(), v.unknown()),
  problems: ['not_found'],
});

export const getProof = describeFairness('getProof', {
  caller: 'anyone',
  shared: true,
  summary: 'Everything needed to check a draw’s result, byte strings in hex. What does not exist yet is null.',
  params: v.object({ id: uuid }),
  answer: v.object({
    /** The draw record D. */
    draw: hex,
    commitment: hex,
    commitmentSignature: hex,
    /** The seal record Z; null until the draw is sealed. */
    seal: v.nullable(hex),
    sealSignature: v.nullable(hex),
    /** Null until the seal where there is a beacon, until the result where there is none. */
    seed: v.nullable(hex),
    /** Kind 0 is none, with zeros; kind 1 is drand. */
    beacon: v.object({ kind: v.number(), chain: hex, round: v.number(), signature: v.nullable(hex) }),
    result: v.nullable(numbers),
    operatorKey: hex,
  }),
  problems: ['not_found'],
});

export const getLeaves = describeFairness('getLeaves', {
  caller: 'anyone',
  summary: 'The leaf hashes of a sealed draw, 32 bytes each, in the order of its tree. There are none before the seal.',
  params: v.object({ id: uuid }),
  answer: v.string(),
  mediaTypes: ['application/octet-stream'],
  problems: ['not_found'],
});

export const listSeals = describeFairness('listSeals', {
  caller: 'anyone',
  shared: true,
  summary: 'The chain of seals, newest first. `cursor` is the hash of a seal, in hex, and gives the seals before it.',
  query: v.object({ ...paging, cursor: v.optional(v.pipe(hex, v.length(64, words.sealHash))) }),
  answer: page(v.object({ drawId: uuid, seal: hex, sealSignature: hex })),
  problems: ['not_found'],
});

export const listOperatorKeys = describeFairness('listOperatorKeys', {
  caller: 'anyone',
  shared: true,
  summary: 'The keys that the operator signed with, the first one first, and how each of them announced the next.',
  answer: one(
    v.array(
      v.object({
        /** Ed25519, public. */
        key: hex,
        /** The record that names this key and the one before it; null for the first key, like its signatures. */
        announcement: v.nullable(hex),
        /** The signature of the announcement by the key before this one. */
        formerSignature: v.nullable(hex),
        /** The signature of the announcement by this key. */
        signature: v.nullable(hex),
      }),
    ),
  ),
  problems: [],
});

/** The changes of a draw: the fields that have a value by now. */
export const drawChange = v.object({
  id: uuid,
  status: draw.entries.status,
  sealedAt: v.optional(instant),
  drawnAt: v.optional(instant),
  result: v.optional(numbers),
  settledAt: v.optional(instant),
  paidTickets: v.optional(v.number()),
  calledOff: v.optional(v.object({ at: instant, reason: v.string() })),
});
export type DrawChange = v.InferOutput<typeof drawChange>;

/** An event of a draw has only the changed fields with `only=changes`, otherwise the whole draw. */
const drawNews = v.union([drawChange, draw]);
const now = v.object({ now: instant });

export const openStream = describe('openStream', {
  caller: 'anyone',
  summary: 'Server-sent events about draws, the same for everybody.',
  query: v.object({ only: v.optional(v.picklist(['changes'], 'changes, or nothing for whole draws.')) }),
  answer: v.string(),
  mediaTypes: ['text/event-stream'],
  events: {
    'draw.sealed': { summary: 'The tickets of a draw are sealed.', data: drawNews },
    'draw.drawn': { summary: 'A draw has its result.', data: drawNews },
    'draw.settled': { summary: 'All tickets of a draw are paid.', data: drawNews },
    'draw.void': { summary: 'A draw will not be drawn; its stakes are paid back.', data: drawNews },
    'draw.last': {
      summary: 'With `only=changes`, at the beginning: the draw to which something happened last.',
      data: drawChange,
    },
    sales: { summary: 'Sales of draws were stopped or started again: read the draws again.', data: now },
    clock: {
      summary: 'The server’s time, at the beginning and every 20 seconds.',
      data: v.object({ now: instant, timeZone: v.optional(v.string()) }),
    },
    reconnected: { summary: 'Some events may have been missed: read the draws again.', data: now },
  },
  problems: ['overloaded'],
});

export const drawEndpoints = [
  listDraws,
  getDraw,
  getTimetable,
  listResults,
  getStatistics,
  listGames,
  getGame,
  getProof,
  getLeaves,
  listSeals,
  listOperatorKeys,
  openStream,
] as const;
