import * as v from 'valibot';
import * as calls from '#contract/calls/operator/care.ts';
import { describeCalls } from '#contract/endpoint.ts';
import { francs, instant, line, one, page, paging, uuid } from '#contract/values.ts';
import { acted, asked, asking, askingProblems, clientId, moment, operatorName, queryChoice, reason } from './values.ts';

const describe = describeCalls('Care', calls);

const see = ['risk', 'compliance', 'auditor'] as const;
const seeCases = ['support', ...see] as const;
const act = ['support', 'compliance'] as const;

const { careKinds, caseOutcomes, contactWays } = calls;

const whole = v.pipe(v.number(), v.integer());
const kind = v.picklist(careKinds);
const threshold = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9_000_000_000_000));

const sign = {
  kind,
  /** The value is of so many days, up to the measure. */
  days: whole,
  /** Francs of `deposited` and `staked`; a count of all others. */
  value: whole,
  /** The player's own: the mean of as many days in the 28 days before; of `draws_in_a_row`, the longest row in them. */
  usual: v.number(),
  /** 1 is notable, 2 is strong. */
  level: v.picklist([0, 1, 2]),
};
export type CareSign = v.InferOutput<v.ObjectSchema<typeof sign, undefined>>;

const filterByKind = { kind: v.optional(queryChoice(careKinds)) };
const caseId = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'The number of a case.'), v.transform(Number)),
});

export const listCareSigns = describe('listCareSigns', {
  caller: 'operator',
  roles: see,
  summary:
    'Players with a sign that play harms them, the strongest first, as the worker measured them last: a quarter of an hour after they did something, and every six hours.',
  query: v.object({ ...filterByKind, ...paging }),
  answer: page(
    v.object({
      id: v.number(),
      measuredAt: instant,
      /** How many signs are strong, and how many notable. */
      strong: whole,
      notable: whole,
      /** Those of level 1 and 2, the strongest first. */
      indicators: v.array(v.object(sign)),
      /** The open case of the player. */
      openCase: v.nullable(v.number()),
    }),
  ),
  problems: ['unauthenticated', 'not_allowed'],
});

export const listCareCases = describe('listCareCases', {
  caller: 'operator',
  roles: seeCases,
  summary: 'Cases of care, the newest first. Support sees its own: those that it has opened or was given.',
  query: v.object({
    state: v.optional(v.picklist(['open', 'closed'], 'open or closed.')),
    ...filterByKind,
    whose: v.optional(v.picklist(['mine'], 'mine.')),
    client: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'The number of a client.'), v.transform(Number))),
    ...paging,
  }),
  answer: page(
    v.object({
      id: v.number(),
      clientId: v.number(),
      openedAt: instant,
      /** `worker` where a strong sign opened it. */
      openedBy: v.string(),
      kinds: v.array(kind),
      assignedTo: v.nullable(v.string()),
      contacts: whole,
      /** Whether one of the contacts reached the player. */
      reached: v.boolean(),
      closedAt: v.nullable(instant),
      outcome: v.nullable(v.picklist(caseOutcomes)),
    }),
  ),
  problems: ['unauthenticated', 'not_allowed'],
});

export const getCareFigures = describe('getCareFigures', {
  caller: 'operator',
  roles: see,
  summary: 'What care did in the last 28 days, in players.',
  answer: one(
    v.object({
      opened: whole,
      /** To whom somebody spoke, or tried to, and who was reached. */
      tried: whole,
      reached: whole,
      /** Whom the worker limited, or gave a break. */
      limited: whole,
      paused: whole,
      /** Cases that are open now. */
      waiting: whole,
    }),
  ),
  problems: ['unauthenticated', 'not_allowed'],
});

/** What the worker did by itself about a strong sign. */
const workerAct = v.object({
  at: instant,
  did: v.picklist(['limit', 'break']),
  endsAt: instant,
  /** Francs a week; null of a break. */
  limits: v.nullable(v.object({ deposit: francs, stake: francs })),
  kinds: v.array(kind),
});

export const getCareCase = describe('getCareCase', {
  caller: 'operator',
  roles: seeCases,
  summary: 'One case: its signs, its contacts, and what changed after each. It is a look at the player.',
  params: caseId,
  answer: one(
    v.object({
      id: v.number(),
      clientId: v.number(),
      openedAt: instant,
      openedBy: v.string(),
      /** Null of a case that the worker has opened. */
      reason: v.nullable(v.string()),
      /** When it was opened. */
      indicators: v.array(v.object(sign)),
      assignedTo: v.nullable(v.string()),
      closedAt: v.nullable(instant),
      closedBy: v.nullable(v.string()),
      outcome: v.nullable(v.picklist(caseOutcomes)),
      closingReason: v.nullable(v.string()),
      contacts: v.array(
        v.object({
          number: whole,
          at: instant,
          by: v.string(),
          way: v.picklist(contactWays),
          reached: v.boolean(),
          text: v.string(),
        }),
      ),
      acts: v.array(workerAct),
      /** Of the opening, each contact and each act: francs in the 28 days before, and in the `days` since, 28 at most. */
      changes: v.array(
        v.object({
          at: instant,
          days: v.number(),
          stakedBefore: francs,
          stakedAfter: francs,
          depositedBefore: francs,
          depositedAfter: francs,
        }),
      ),
    }),
  ),
  problems: ['unauthenticated', 'not_allowed', 'not_found'],
});

export const getPlayerCare = describe('getPlayerCare', {
  caller: 'operator',
  roles: see,
  summary: 'All signs of one player as of now, with the thresholds that make their level, and what the worker did.',
  params: clientId,
  answer: one(
    v.object({
      indicators: v.array(
        v.object({
          ...sign,
          /** From here it is notable, and from there strong, if it is also `times` the usual. */
          notable: whole,
          strong: whole,
          times: whole,
        }),
      ),
      acts: v.array(workerAct),
    }),
  ),
  problems: ['unauthenticated', 'not_allowed', 'not_found'],
});

export const openCareCase = describe('openCareCase', {
  caller: 'operator',
  roles: act,
  summary: 'Open a case by hand. It is mine. A player has one open case at most.',
  body: v.strictObject({ clientId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), reason }),
  answer: acted({ id: v.number() }),
  problems: ['unauthenticated', 'not_allowed', 'not_found', 'read_first', 'conflict'],
});

const caseProblems = ['unauthenticated', 'not_allowed', 'not_found', 'read_first', 'conflict'] as const;

export const noteCareContact = describe('noteCareContact', {
  caller: 'operator',
  roles: act,
  summary:
    'Note that somebody spoke to the player, or tried to. `number` is one more than there are, so that nothing is noted twice. The words go with the account when it is erased.',
  params: caseId,
  body: v.strictObject({
    number: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000)),
    way: v.picklist(contactWays, `One of ${contactWays.join(', ')}.`),
    reached: v.boolean(),
    text: line(1, 2_000),
  }),
  answer: acted({ number: whole }),
  problems: caseProblems,
});

export const assignCareCase = describe('assignCareCase', {
  caller: 'operator',
  roles: act,
  summary: 'Make a case somebody’s, of support or compliance. Support can give away its own alone.',
  params: caseId,
  body: v.strictObject({ to: operatorName }),
  answer: acted({ assignedTo: v.string() }),
  problems: caseProblems,
});

export const closeCareCase = describe('closeCareCase', {
  caller: 'operator',
  roles: act,
  summary: 'Close a case. The worker opens none for this player in the seven days after.',
  params: caseId,
  body: v.strictObject({ outcome: v.picklist(caseOutcomes, `One of ${caseOutcomes.join(', ')}.`), reason }),
  answer: acted({ outcome: v.picklist(caseOutcomes) }),
  problems: caseProblems,
});

export const listCareThresholds = describe('listCareThresholds', {
  caller: 'operator',
  roles: see,
  summary:
    'From where each sign counts: what holds now of each, then what was set before and what waits for its beginning, the newest first; 200 at most.',
  answer: one(
    v.array(
      v.object({
        number: whole,
        kind,
        days: whole,
        notable: whole,
        strong: whole,
        /** Only where it is also so many times the player’s own usual; with 0 the number alone counts. */
        times: whole,
        /** Null of the first one of each sign. */
        beginsAt: v.nullable(instant),
        setAt: instant,
        state: v.picklist(['holds', 'waits', 'over']),
        /** Null of those that came with the software. */
        request: v.nullable(v.object({ id: uuid, askedBy: v.string(), approvedBy: v.string(), reason: v.string() })),
      }),
    ),
  ),
  problems: ['unauthenticated', 'not_allowed'],
});

export const changeCareThreshold = describe('changeCareThreshold', {
  caller: 'operator',
  roles: ['compliance'],
  approvers: ['compliance'],
  summary:
    'Ask for other thresholds of a sign, from a moment that lies ahead. Another one of compliance has to approve it within 24 hours, and before it begins.',
  body: v.strictObject({
    kind,
    notable: threshold,
    strong: threshold,
    times: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
    beginsAt: moment,
    ...asking,
  }),
  answer: asked,
  problems: askingProblems,
});

export const careEndpoints = [
  listCareSigns,
  listCareCases,
  getCareFigures,
  getCareCase,
  getPlayerCare,
  openCareCase,
  noteCareContact,
  assignCareCase,
  closeCareCase,
  listCareThresholds,
  changeCareThreshold,
] as const;
