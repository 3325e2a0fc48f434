import * as v from 'valibot';
import * as calls from '#contract/calls/operator/care.ts';
import { francs, instant, line, one, page, uuid } from '#contract/values.ts';
import { pagingOrFile } from './csv.ts';
import { describeOperatorCalls } from './describe.ts';
import { acted, clientId, numberText, operatorName, queryChoice, reason } from './values.ts';

const describe = describeOperatorCalls('Care', calls);

const { careKinds, caseOutcomes, contactWays } = calls;

const whole = v.pipe(v.number(), v.integer());
const kind = v.picklist(careKinds);
export const threshold = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9_000_000_000_000));

const sign = {
  kind,
  /** The number of days that the value covers, up to the measure. */
  days: whole,
  /** Francs of `deposited` and `staked`; a count of all others. */
  value: whole,
  /**
   * The player's own usual: the mean of as many days in the 28 days before; of `draws_in_a_row`, the longest row in
   * them.
   */
  usual: v.number(),
  /** 1 is notable, 2 is strong. */
  level: v.picklist([0, 1, 2]),
};
export type CareSign = v.InferOutput<v.ObjectSchema<typeof sign, undefined>>;

/** Whole, or as initials for an operator who sees players masked; null for one who gave no name. */
const playerName = v.nullable(v.string());
const filterByKind = { kind: v.optional(queryChoice(careKinds)) };
const caseId = v.object({ id: numberText('The number of a case.') });

export const listCareSigns = describe('listCareSigns', {
  summary:
    'Players with a sign that play harms them, the strongest first, as the worker measured them last: a quarter of an hour after they did something, and every six hours.',
  query: v.object({ ...filterByKind, ...pagingOrFile }),
  answer: page(
    v.object({
      id: v.number(),
      name: playerName,
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
  csv: { name: 'care_signs', ofPeople: true },
});

export const listCareCases = describe('listCareCases', {
  summary: 'Cases of care, the newest first. Support sees its own: those that it has opened or was given.',
  query: v.object({
    state: v.optional(v.picklist(['open', 'closed'], 'open or closed.')),
    ...filterByKind,
    whose: v.optional(v.picklist(['mine'], 'mine.')),
    client: v.optional(numberText('The number of a client.')),
    ...pagingOrFile,
  }),
  answer: page(
    v.object({
      id: v.number(),
      clientId: v.number(),
      name: playerName,
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
  csv: { name: 'care_cases', ofPeople: true },
});

export const getCareFigures = describe('getCareFigures', {
  summary: 'What care did in the last 28 days, in players.',
  answer: one(
    v.object({
      opened: whole,
      /** The players whom somebody spoke to, or tried to, and those who were reached. */
      tried: whole,
      reached: whole,
      /** Players whom the worker limited, or gave a break. */
      limited: whole,
      paused: whole,
      /** Cases that are open now. */
      waiting: whole,
    }),
  ),
});

/** The worker's own acts about a strong sign. */
const workerAct = v.object({
  at: instant,
  did: v.picklist(['limit', 'break']),
  endsAt: instant,
  /** Francs a week; null of a break. */
  limits: v.nullable(v.object({ deposit: francs, stake: francs })),
  kinds: v.array(kind),
});

export const getCareCase = describe('getCareCase', {
  summary: 'One case: its signs, its contacts, and what changed after each. It is a look at the player.',
  params: caseId,
  answer: one(
    v.object({
      id: v.number(),
      clientId: v.number(),
      openedAt: instant,
      openedBy: v.string(),
      /** Null for a case that the worker has opened. */
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
      /**
       * The stakes and deposits around the opening, each contact and each act: francs in the 28 days before, and in the `days` since, 28 at
       * most.
       */
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
  problems: ['not_found'],
});

export const getPlayerCare = describe('getPlayerCare', {
  summary: 'All signs of one player as of now, with the thresholds that make their level, and what the worker did.',
  params: clientId,
  answer: one(
    v.object({
      indicators: v.array(
        v.object({
          ...sign,
          /** The sign is notable from here and strong from there, if it is also `times` the usual. */
          notable: whole,
          strong: whole,
          times: whole,
        }),
      ),
      acts: v.array(workerAct),
    }),
  ),
  problems: ['not_found'],
});

export const createCareCase = describe('createCareCase', {
  summary: 'Create a case by hand. It is mine. A player has one open case at most.',
  body: v.strictObject({ clientId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), reason }),
  answer: acted({ id: v.number() }),
  problems: ['not_found', 'read_first', 'conflict'],
});

export const noteCareContact = describe('noteCareContact', {
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
  problems: ['not_found', 'read_first', 'conflict'],
});

export const assignCareCase = describe('assignCareCase', {
  summary: 'Make a case somebody’s, of support or compliance. Support can give away its own alone.',
  params: caseId,
  body: v.strictObject({ to: operatorName }),
  answer: acted({ assignedTo: v.string() }),
  problems: ['not_found', 'read_first', 'conflict'],
});

export const closeCareCase = describe('closeCareCase', {
  summary: 'Close a case. The worker opens none for this player in the seven days after.',
  params: caseId,
  body: v.strictObject({ outcome: v.picklist(caseOutcomes, `One of ${caseOutcomes.join(', ')}.`), reason }),
  answer: acted({ outcome: v.picklist(caseOutcomes) }),
  problems: ['not_found', 'read_first', 'conflict'],
});

export const listCareThresholds = describe('listCareThresholds', {
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
        /** The factor of the player’s own usual that the value must also reach; with 0 the number alone counts. */
        times: whole,
        /** Null for the first threshold of each sign. */
        beginsAt: v.nullable(instant),
        setAt: instant,
        state: v.picklist(['holds', 'waits', 'over']),
        /** Null for the thresholds of the software. */
        request: v.nullable(v.object({ id: uuid, askedBy: v.string(), approvedBy: v.string(), reason: v.string() })),
      }),
    ),
  ),
});
