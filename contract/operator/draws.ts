import * as v from 'valibot';
import { drawStatuses } from '#domain/draw.ts';
import * as calls from '#contract/calls/operator/draws.ts';
import { queryInteger } from '#contract/queries.ts';
import { betName, francs, hex, instant, line, numbers, one, page, signedFrancs, uuid } from '#contract/values.ts';
import { pausingCap } from './caps.ts';
import { pagingOrFile } from './csv.ts';
import { describeOperatorCalls } from './describe.ts';
import { acted, amountRange, atMoment, days, moment, momentProblems, queryChoice, reason, uuidId } from './values.ts';

const describe = describeOperatorCalls('Draws', calls);
const describeStops = describeOperatorCalls('Stop sales', calls);
const describeTimetable = describeOperatorCalls('Timetable', calls);

/** How often there can be a draw: these divide an hour. */
export const possibleMinutes = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60] as const;
const drawKinds = ['1', '2', '3', '4', '5', '6', '10', '12', '15', '20', '30', '60'] as const;

/** The steps of a draw's life that can come late, in order. */
export const lateSteps = ['closed', 'sealed', 'round', 'drawn', 'listed', 'paid'] as const;

const lateStep = v.nullable(v.object({ step: v.picklist(lateSteps), seconds: v.number() }));

const summary = {
  id: uuid,
  drawsAt: instant,
  opensAt: instant,
  closesAt: instant,
  status: v.picklist(drawStatuses),
  /** The minutes between two draws in its timetable; null for one from before there were timetables. */
  kind: v.nullable(v.number()),
  /** The nine numbers, first out first; null until drawn. */
  result: v.nullable(numbers),
};

/** The first step that came late, or should have come by now; for a void draw the step that never came. */
const late = { late: lateStep };

const figures = {
  tickets: v.number(),
  staked: francs,
  /** The payouts of its tickets; for a void draw the stakes. Null until the dues are listed. */
  paid: v.nullable(francs),
};

/** The sums of a draw in a list, for everybody. */
export const drawSums = {
  ...summary,
  /** Tickets sold; while the draw is on sale, those sold so far. */
  tickets: v.number(),
  staked: francs,
  /** When the result was published; null until then. */
  publishedAt: v.nullable(instant),
  /** Both are null until the dues are listed. */
  paid: v.nullable(francs),
  net: v.nullable(signedFrancs),
  /** Whether two operators called it off. */
  calledOff: v.boolean(),
};

export const listDraws = describe('listDraws', {
  summary:
    'Draws, the latest first, with `order=draws` the soonest. `kind`: the minutes between two draws; `late`: the step that came late first, or should have come by now; `needs=somebody`: what is late and not finished.',
  query: v.object({
    ...pagingOrFile,
    day: v.optional(days),
    /** Only draws at or after this moment. */
    from: v.optional(moment),
    status: v.optional(queryChoice(drawStatuses)),
    kind: v.optional(queryChoice(drawKinds)),
    late: v.optional(queryChoice(lateSteps)),
    /** Only late draws that are not finished, which need somebody. */
    needs: v.optional(v.literal('somebody')),
    staked: v.optional(amountRange),
    /** The net result of the house; negative where payouts were above stakes. */
    net: v.optional(amountRange),
    order: v.optional(v.picklist(['draws', '-draws']), '-draws'),
  }),
  answer: page(
    v.object({
      ...drawSums,
      ...late,
      /** Null where the draw has more than 5,000 tickets: they are not counted for a list. */
      players: v.nullable(v.number()),
      /** The cost of its worst result, as it was last computed, or at the seal; null where it was not computed. */
      worst: v.nullable(francs),
      /** The highest share of a cap that is used, of a draw on sale with a cap. */
      ofCap: v.nullable(v.number()),
      /** How many stops are about it now. */
      stops: v.number(),
    }),
  ),
  csv: { name: 'draws' },
});

export const houseSpans = ['hours', 'day', 'week'] as const;

export const getHouseResults = describe('getHouseResults', {
  summary:
    'What the house has won or lost in the last draws: in eight hours by five minutes, today by quarters of an hour, in seven days by two hours.',
  query: v.object({ span: v.optional(v.picklist(houseSpans), 'hours') }),
  answer: one(
    v.array(
      v.object({
        /** The beginning of a part of the time; parts without a settled draw are left out. */
        at: instant,
        draws: v.number(),
        /** How many of these draws paid more than was staked. */
        below: v.number(),
        net: signedFrancs,
      }),
    ),
  ),
});

const neighbour = v.nullable(v.object({ hash: hex, drawId: uuid, drawsAt: instant }));
const drawBeside = v.nullable(v.object({ id: uuid, drawsAt: instant }));

/** The differences that the second opinion found. */
const opinion = v.nullable(
  v.object({
    at: instant,
    agrees: v.boolean(),
    /** Whether the opinion before the draw came after the draw's moment. */
    late: v.boolean(),
    tickets: v.number(),
    staked: francs,
    /** A sentence for each difference; for tickets only the first ones. */
    differs: v.array(v.string()),
    program: v.string(),
  }),
);

export const getDraw = describe('getDraw', {
  summary:
    'One draw: its life, planned against real, what was sold and paid, its record and its seal; with `at` as it was then, without requests.',
  params: uuidId,
  query: v.object(atMoment),
  answer: one(
    v.object({
      ...summary,
      ...late,
      rules: v.string(),
      /** By the server’s clock, or the moment that was asked for. */
      now: instant,
      /** In order. A draw without a beacon has no `round`. Steps that a void draw never took are null. */
      life: v.array(
        v.object({
          step: v.picklist(['committed', 'open', ...lateSteps]),
          planned: v.nullable(instant),
          real: v.nullable(instant),
        }),
      ),
      sales: v.array(v.object({ name: betName, ...figures, won: v.nullable(v.number()) })),
      total: v.object({ ...figures, won: v.nullable(v.number()) }),
      /** Null where the draw has more than 5,000 tickets, and of a moment. */
      players: v.nullable(v.number()),
      /** The dues of tickets, to how many players, and how much of them is paid; null until they are listed. */
      dues: v.nullable(
        v.object({
          owed: v.number(),
          owedAmount: francs,
          paid: v.number(),
          paidAmount: francs,
          /** Null where there are more than 5,000 dues. */
          players: v.nullable(v.number()),
        }),
      ),
      record: v.object({ draw: hex, commitment: hex, signature: hex, operatorKey: v.nullable(hex) }),
      seal: v.nullable(v.object({ number: v.number(), hash: hex, root: hex, tickets: v.number(), totalStake: francs })),
      /** The seals beside its own. */
      sealBefore: neighbour,
      sealAfter: neighbour,
      /** The draws beside it by their moment, as they are now. */
      drawBefore: drawBeside,
      drawAfter: drawBeside,
      /** `toldEn` and `toldFr`: what players read. */
      calledOff: v.nullable(
        v.object({ at: instant, reason: v.string(), toldEn: v.string(), toldFr: v.string(), request: uuid }),
      ),
      /** The second opinion: on the sealed tickets, on the result before anybody is paid, and on result and dues. Null where there is none. */
      opinions: v.object({ before: opinion, drawn: opinion, after: opinion }),
      /** Whether the draw waits for the second opinion before it is paid; null for one that never waited. */
      hold: v.nullable(
        v.object({
          /** `waits` until it is judged; `held`, because it was refused: two operators decide. Null: it may be paid. */
          state: v.nullable(v.picklist(['waits', 'held'])),
          /** The time at which it is paid without an opinion. */
          until: instant,
          /** The time at which it was paid without an opinion. */
          unjudgedAt: v.nullable(instant),
          /** Set when two operators had it paid as it was drawn. */
          released: v.nullable(v.object({ at: instant, reason: v.string(), request: uuid })),
        }),
      ),
      stops: v.array(
        v.object({
          id: uuid,
          /** Null: all bet types. */
          name: v.nullable(betName),
          /** Whether the stop is for all draws and not for this draw alone. */
          ofAllDraws: v.boolean(),
          sentence: v.string(),
          stoppedAt: instant,
          endedAt: v.nullable(instant),
        }),
      ),
      /** The newest first: only requests that I may see. */
      requests: v.array(
        v.object({
          id: uuid,
          number: v.number(),
          kind: v.string(),
          status: v.string(),
          reason: v.string(),
          askedBy: v.string(),
          askedAt: instant,
          expiresAt: instant,
        }),
      ),
    }),
  ),
  problems: ['not_found', ...momentProblems],
});

export const getDrawCurve = describe('getDrawCurve', {
  summary:
    'How a draw sells in its last minutes, beside the draws of the same time in the four weeks before. There are as many minutes as lie between two draws, five at least and sixty at most.',
  params: uuidId,
  answer: one(
    v.object({
      /** The beginning of these minutes, a whole minute. */
      from: instant,
      closesAt: instant,
      /** The stakes of the draw up to each minute that is counted; empty before these minutes begin. */
      sold: v.array(v.object({ at: instant, stakes: francs })),
      /** The stakes of the draws before, moved as if they closed with this one; empty without such draws. */
      usual: v.array(v.object({ at: instant, mean: francs, least: francs, most: francs })),
    }),
  ),
  problems: ['not_found'],
});

const ticketStandings = ['pending', 'win', 'lost', 'void'] as const;

export const listDrawTickets = describe('listDrawTickets', {
  summary:
    'The tickets of a draw with their players, the newest first; with `winners=yes` those that are owed something, the largest first, and when it was paid.',
  params: uuidId,
  query: v.object({
    ...pagingOrFile,
    winners: v.optional(v.literal('yes')),
    name: v.optional(betName),
    stake: v.optional(amountRange),
    status: v.optional(queryChoice(ticketStandings)),
    /** A search for players: a name, a phone, a number such as #42, a ticket; at most twenty are found. */
    player: v.optional(line(2, 100)),
  }),
  answer: page(
    v.object({
      id: uuid,
      serial: v.string(),
      name: betName,
      selectedNumbers: numbers,
      /** Which of its numbers came out; null until there is a result. */
      places: v.nullable(v.array(v.boolean())),
      clientId: v.number(),
      /** As initials for those who see players masked; null where the account is not there. */
      player: v.nullable(v.string()),
      phone: v.nullable(v.string()),
      acceptedAt: instant,
      stake: francs,
      /** Null until the dues are listed; a void draw gives the stake back. */
      paid: v.nullable(francs),
      status: v.picklist(ticketStandings),
      /** When it was paid into the wallet; null until then, and where nothing is owed. */
      paidAt: v.nullable(instant),
    }),
  ),
  csv: { name: 'tickets_of_draw', of: 'draw' },
  problems: ['not_found'],
});

export const verifyDraw = describe('verifyDraw', {
  summary:
    'Verify a draw now, with the program that players verify it with: from its record, seal, leaves, seed and beacon, as they are in the database.',
  params: uuidId,
  answer: one(
    v.array(
      v.object({
        name: v.string(),
        state: v.picklist(['passed', 'failed', 'pending', 'skipped']),
        /** A stable code: `ok`, or the fault that was found. */
        code: v.string(),
        sentence: v.string(),
      }),
    ),
  ),
  problems: ['not_found'],
});

export const listStops = describeStops('listStops', {
  summary:
    'Stops of sales, the newest first; `active=yes` for those that go on, `active=no` for those that have ended.',
  query: v.object({ ...pagingOrFile, active: v.optional(v.picklist(['yes', 'no'])) }),
  answer: page(
    v.object({
      id: uuid,
      /** Null: all draws. */
      draw: v.nullable(v.object({ id: uuid, drawsAt: instant })),
      /** Null: all bet types. */
      name: v.nullable(betName),
      sentence: v.string(),
      reason: v.string(),
      /** Null: an operator stopped it. */
      cap: v.nullable(pausingCap),
      /** Null: a cap on exposure paused it, and it ends when two have raised the cap. */
      stoppedBy: v.nullable(v.string()),
      /** Whether I have stopped it, so that others have to start it again. */
      own: v.boolean(),
      stoppedAt: instant,
      endedAt: v.nullable(instant),
      /** The request that ended it; null for a stop that ended with the sales of its draw. */
      request: v.nullable(uuid),
      /** A request to end it that waits. */
      asked: v.nullable(uuid),
    }),
  ),
  csv: { name: 'stops' },
});

export const stopSales = describeStops('stopSales', {
  summary:
    'Stop sales at once: of a draw and a bet type, of all where one is left out. What was sold is drawn and paid as planned. Players read the sentence.',
  body: v.strictObject({
    drawId: v.optional(v.nullable(uuid)),
    name: v.optional(v.nullable(betName)),
    sentence: line(3, 200),
    reason,
  }),
  answer: acted({ id: uuid }),
  problems: ['conflict'],
});

const terms = { everyMinutes: v.number(), closeSecondsBefore: v.number() };
const drawTime = v.object({ drawsAt: instant, closesAt: instant });

export const getTimetable = describeTimetable('getTimetable', {
  summary: 'The versions of the timetable, the newest first, and until when draws are committed.',
  answer: one(
    v.object({
      versions: v.array(
        v.object({
          number: v.number(),
          /** The version applies to draws after this moment; null for the first version. */
          beginsAt: v.nullable(instant),
          ...terms,
          timeZone: v.string(),
          madeAt: instant,
          /** Null for the first version, which was made from the settings. */
          request: v.nullable(uuid),
        }),
      ),
      /** The version that applies to a draw now. */
      current: v.nullable(v.number()),
      committedUntil: v.nullable(instant),
      now: instant,
    }),
  ),
});

export const everyMinutes = v.pipe(
  v.number('A number of minutes.'),
  v.picklist(possibleMinutes, `One of ${possibleMinutes.join(', ')}.`),
);
export const closeSecondsBefore = v.pipe(
  v.number('A number of seconds.'),
  v.safeInteger('A number of seconds.'),
  v.minValue(1, 'At least one second.'),
  v.maxValue(3_599, 'Less than the time between two draws.'),
);

export const tryTimetable = describeTimetable('tryTimetable', {
  summary:
    'What another timetable would do now: both calendars of the first hours from where it begins, and which committed draws it has no place for.',
  query: v.object({
    /** Both default to the values of the newest version. */
    everyMinutes: v.optional(
      v.pipe(queryInteger(1, 60), v.picklist(possibleMinutes, `One of ${possibleMinutes.join(', ')}.`)),
    ),
    closeSecondsBefore: v.optional(queryInteger(1, 3_599)),
    beginsAt: v.optional(moment),
  }),
  answer: one(
    v.object({
      /** Without `beginsAt` where the committed draws end. */
      beginsAt: instant,
      /** Later committed draws: those that stay, with their terms, and those that are called off. */
      kept: v.number(),
      calledOff: v.number(),
      /** Why it would be refused: a draw that it calls off has a ticket, or closes within a minute. */
      hasTickets: v.boolean(),
      closesTooSoon: v.number(),
      /** The first draws by each version, from its beginning. */
      today: v.array(drawTime),
      wanted: v.array(drawTime),
    }),
  ),
  problems: ['conflict'],
});
