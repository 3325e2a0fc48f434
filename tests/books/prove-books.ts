import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patience, testMs } from '#tests/support/patience.ts';
import { chooseSeed } from '#tests/support/long-run.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { claimDatabase } from '#server/start-checks.ts';
import { makeOperator } from '#tests/support/operator/operators.ts';
import { openDesk } from '#tests/support/players/play.ts';
import { connectObserver } from './observe.ts';
import { perform } from './perform.ts';
import { sequence, type Sequence } from './steps.ts';
import type { Site } from './world.ts';

/** Sequences that run at the same time use databases of their own, because a worker advances every draw that is due. */
const lanes = 3;

const noCrash = { crashAfter: null };
const deposit = { do: 'pay', direction: 'deposit', client: 0, provider: 'accepts', ...noCrash } as const;
const notice = { do: 'notify', copies: 1, ...noCrash } as const;
const moveTheClock = { do: 'move the clock', draw: 0, far: false, ...noCrash } as const;
const advance = { do: 'advance draws', clientsAtOnce: 300, workers: 1, ...noCrash } as const;
const betAll = (stake: number) =>
  ({ do: 'bet', client: 0, bets: [{ draw: 0, name: 'IziOne', numbers: [9], stake }], copies: 1, ...noCrash }) as const;

/** Chance hardly ever spends a deposit before it is refunded, so this sequence is always included. */
const refundOfWhatWasSpent: Sequence = {
  clients: [{ dep: 0, win: 500 }],
  draws: [[9, 5, 7, 3, 2, 6, 4, 1, 8]],
  steps: [
    { ...deposit, amount: 500 },
    { ...notice, payment: 0, decision: 'approved' },
    betAll(500),
    // The money is taken from the winnings, because the deposit is spent.
    { ...notice, payment: 0, decision: 'refunded' },
    { ...deposit, amount: 700 },
    { ...notice, payment: 1, decision: 'approved' },
    betAll(700),
    // Nothing is left, so the client owes it.
    { ...notice, payment: 1, decision: 'refunded' },
    { do: 'pay', direction: 'withdrawal', client: 0, amount: 500, provider: 'accepts', ...noCrash },
    // The next deposit pays a part of it, the winnings the rest.
    { ...deposit, amount: 500 },
    { ...notice, payment: 2, decision: 'approved' },
    moveTheClock,
    advance,
    moveTheClock,
    advance,
    { do: 'pay', direction: 'withdrawal', client: 0, amount: 500, provider: 'accepts', ...noCrash },
    { ...deposit, amount: 600 },
    { ...notice, payment: 4, decision: 'refunded in part' },
    { ...notice, payment: 4, decision: 'refunded' },
  ],
};

/** A late "paid" beats an earlier "failed": what came back to the winnings leaves them again. Chance rarely tries it. */
const paidAfterItFailed: Sequence = {
  clients: [{ dep: 0, win: 500 }],
  draws: [[9, 5, 7, 3, 2, 6, 4, 1, 8]],
  steps: [
    { do: 'pay', direction: 'withdrawal', client: 0, amount: 500, provider: 'accepts', ...noCrash },
    { ...notice, payment: 0, decision: 'declined' },
    { ...notice, payment: 0, decision: 'approved' },
  ],
};

/** A withdrawal that was paid comes back, however often that is told. Chance rarely tries it. */
const paidAndReversed: Sequence = {
  clients: [{ dep: 0, win: 500 }],
  draws: [[9, 5, 7, 3, 2, 6, 4, 1, 8]],
  steps: [
    { do: 'pay', direction: 'withdrawal', client: 0, amount: 500, provider: 'answer lost', ...noCrash },
    { ...notice, payment: 0, decision: 'approved' },
    { ...notice, payment: 0, decision: 'approved' },
    { ...notice, payment: 0, decision: 'reversed', copies: 3 },
    { do: 'sweep', ...noCrash },
    { ...notice, payment: 0, decision: 'reversed' },
    betAll(500),
  ],
};

const everyMovement = [
  'adjustment: adjustment to client_dep',
  'adjustment: adjustment to client_win',
  'adjustment: client_dep to adjustment',
  'adjustment: client_win to adjustment',
  'bet: client_dep to draw_stakes',
  'bet: client_win to draw_stakes',
  'chargeback: client_dep to clearing',
  'chargeback: client_owed to clearing',
  'chargeback: client_win to clearing',
  'chargeback_repaid: client_dep to client_owed',
  'chargeback_repaid: client_win to client_owed',
  'deposit: clearing to client_dep',
  'payout: house to client_win',
  'refund: draw_stakes to client_dep',
  'refund: draw_stakes to client_win',
  'stakes_banked: draw_stakes to house',
  'withdrawal: client_win to client_held',
  'withdrawal: client_win to clearing',
  'withdrawal_paid: client_held to clearing',
  'withdrawal_returned: clearing to client_win',
  'withdrawal_returned: client_held to client_win',
];

async function movementsOf(all: readonly Site[]): Promise<string[]> {
  const rows = await Promise.all(
    all.map(({ owner }) =>
      owner.query<{ movement: string }>(
        `select distinct kind || ': ' || from_account || ' to ' || to_account as movement from posting`,
      ),
    ),
  );
  return [...new Set(rows.flat().map(({ movement }) => movement))].toSorted();
}

/** Each sequence is a story of some events; this many of them are tried, beside the ones that are always included. */
export function proveBooks(runs: number): void {
  const seed = chooseSeed();
  const sites: Site[] = [];
  beforeAll(async () => {
    for (let lane = 0; lane < lanes; lane++) {
      const database = await createTestDatabase();
      await claimDatabase(database.owner, 'demo');
      const operators = [
        await makeOperator(database.owner, ['payments']),
        await makeOperator(database.owner, ['compliance']),
      ] as const;
      sites.push({
        ...database,
        operators,
        desk: await openDesk(database),
        observer: connectObserver(database.config),
      });
    }
  });
  afterAll(async () => {
    for (const { desk, observer, drop } of sites) {
      desk.clock.stop();
      await observer.end();
      await drop();
    }
  });

  test(
    `the books equal the model after any sequence of events (seed ${seed})`,
    { timeout: testMs + patience(runs * 500) },
    async () => {
      console.log(`${runs} sequences: npm run test:long -- books --runs ${runs} --seed ${seed}`);
      await Promise.all(
        sites.map((site, lane) =>
          fc.assert(
            fc.asyncProperty(sequence, (one) => perform(site, one)),
            // fast-check's bias towards small values would make sequences in which little happens.
            {
              seed: seed + lane,
              numRuns: Math.ceil(runs / lanes),
              plugins: [fc.unbiased()],
              examples: [[refundOfWhatWasSpent], [paidAfterItFailed], [paidAndReversed]],
            },
          ),
        ),
      );
      for (const { owner } of sites) await expectBooksBalance(owner);
      // This many sequences reach every movement of money, except those that need other settings.
      if (runs >= 1_000) expect(await movementsOf(sites)).toEqual(everyMovement.toSorted());
    },
  );

  test('three notices at once, while the provider’s reference is being stored, are all accepted', async () => {
    const notices: Sequence = {
      clients: [{ dep: 0, win: 0 }],
      draws: [[9, 5, 7, 3, 2, 6, 4, 1, 8]],
      steps: [
        { do: 'pay', direction: 'deposit', client: 0, amount: 500, provider: 'answer lost', crashAfter: null },
        { do: 'notify', payment: 0, decision: null, copies: 3, crashAfter: null },
      ],
    };
    for (let time = 0; time < 20; time++) await perform(sites[0]!, notices);
  });
}
