const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const uuid = '0199a3c2-7e10-7c3b-9b5e-2f6d1c0a4e77';
const drawId = '01999f00-2c40-7d11-8a3c-5b7e9d2f6a10';
const drawsAt = '2026-11-20T18:35:00.000Z';

/** Examples of what programs read, by the names of the shapes. */
export const examples: Readonly<Record<string, unknown>> = {
  ReadDifferencesAnswer: {
    data: [
      {
        id: 7,
        account: 'wave_ci',
        statement: 3,
        line: 12,
        kind: 'amount',
        at: drawsAt,
        payment: uuid,
        theirs: { ref: 'T_4LH2', kind: 'deposit', amount: 5_000, fee: 50, currency: 'XOF', status: 'succeeded' },
        ours: {
          direction: 'deposit',
          amount: 4_000,
          status: 'succeeded',
          account: 'wave_ci',
          country: 'CI',
          method: 'wave',
        },
        state: 'open',
        closedAt: null,
      },
    ],
    meta: { next: null },
  },
  ReadDrawsAnswer: {
    data: [
      {
        id: drawId,
        drawsAt,
        opensAt: '2026-11-19T18:35:00.000Z',
        closesAt: '2026-11-20T18:34:50.000Z',
        status: 'settled',
        kind: 5,
        result: ['7', '3', '9', '1', '5', '2', '8', '6', '4'],
        tickets: 412,
        staked: 125_000,
        publishedAt: '2026-11-20T18:35:01.000Z',
        paid: 98_000,
        net: 27_000,
        calledOff: false,
      },
    ],
    meta: { next: null },
  },
  ReadPaymentsAnswer: {
    data: [
      {
        id: uuid,
        createdAt: '2026-11-20T18:30:12.000Z',
        updatedAt: '2026-11-20T18:30:41.000Z',
        direction: 'deposit',
        status: 'succeeded',
        amount: 5_000,
        refunded: 0,
        country: 'CI',
        method: 'wave',
        provider: 'wave_ci',
        mismatch: null,
        providerRef: 'cos-1b01sghpg100j',
      },
    ],
    meta: { next: null },
  },
  ReadReportAnswer: {
    data: {
      kind: 'returns',
      title: 'Return',
      definition: 2,
      period: 'day',
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-21T00:00:00.000Z',
      zone: 'Africa/Abidjan',
      isUnfinished: false,
      isDemo: false,
      testAccounts: 2,
      madeAt: '2026-11-21T06:00:00.000Z',
      filters: { period: 'day', day: '2026-11-20', after: null },
      columns: [{ name: 'stakes', type: 'francs', head: 'stakes' }],
      rows: [{ stakes: 1_250_000 }],
      totals: { stakes: 1_250_000 },
      bands: [{ betType: null, stakes: 1_250_000, payouts: 1_104_000, low: 1_021_000, high: 1_201_000 }],
      books: {
        isEqual: true,
        heldAgainst: [
          {
            what: 'stakes',
            says: 'Stakes that were posted',
            report: 1_250_000,
            leftOut: 0,
            books: 1_250_000,
            difference: 0,
          },
        ],
      },
    },
    meta: { next: null, sha256: hash },
  },
  ReadStatementsAnswer: {
    data: [
      {
        id: 3,
        account: 'wave_ci',
        sha256: hash,
        bytes: 48_210,
        from: '2026-11-20T00:00:00.000Z',
        until: '2026-11-21T00:00:00.000Z',
        state: 'compared',
        progress: 1,
        lines: 512,
        open: 1,
        begunAt: '2026-11-21T08:00:00.000Z',
        endedAt: '2026-11-21T08:00:04.000Z',
        failure: null,
        balances: null,
        days: [{ day: '2026-11-20', both: 511, onlyThere: 0, onlyHere: 0, differs: 1, noPayment: 0 }],
      },
    ],
    meta: { next: null },
  },
  ResendWebhooksBody: { event: uuid },
};
