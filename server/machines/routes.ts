import { createHash } from 'node:crypto';
import * as contract from '#contract/machine.ts';
import type { Database } from '#database/connect.ts';
import { uuidPattern } from '#domain/uuid.ts';
import { wantedDays } from '#server/figures/period.ts';
import { readFigures } from '#server/figures/read-figures.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { numberCursor, readCursor } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAs, type Operators } from '#server/operator/access/operators.ts';
import { readOne, readPage } from '#server/operator/access/reads.ts';
import {
  frameReport,
  presentPage,
  readFirst,
  usualLimit,
  type ReportSource,
} from '#server/operator/reports/read-report.ts';
import { machineRoute } from './machine-route.ts';

/** The dependencies of what programs read. */
export interface Machines extends Pick<Operators, 'mode' | 'timeZone'> {
  /** Connects as `izi_machine`, which may call the functions that take a key, and those of the public figures. */
  readonly db: Database;
  /** For reports, whose statements may take half a minute. */
  readonly reportDb: Database;
}

export function registerMachineRoutes(http: Http, { db, reportDb, mode, timeZone }: Machines): void {
  machineRoute(http, db, contract.readPayments, ({ key, query: { cursor, limit, ...filters } }) => {
    const values = [key, JSON.stringify(filters), readCursor(cursor, uuidPattern)];
    return readPage({ db }, 'console.machine_payments', values, limit);
  });

  machineRoute(http, db, contract.readDraws, ({ key, query: { cursor, limit, from, to, status } }) => {
    const after = readCursor(cursor, numberCursor);
    const values = [key, from ?? null, to ?? null, status ?? null, after && new Date(Number(after)).toISOString()];
    return readPage({ db }, 'console.machine_draws', values, limit);
  });

  machineRoute(http, db, contract.readFigures, async ({ query, request }) =>
    readFigures(db, await wantedDays(db, query, timeZone), timeZone, languageOf(request)),
  );

  machineRoute(http, db, contract.readReport, async ({ key, params: { kind }, query, request }) => {
    const { cursor, limit = usualLimit, ...asked } = query;
    const language = languageOf(request);
    const source: ReportSource = {
      rows: 'console.machine_report_rows',
      sums: 'console.machine_report_sums',
      shown: key,
    };
    const { frame, first } = await actAs({ db: reportDb }, async (tx) => {
      const begun = await frameReport({ timeZone, mode }, kind, asked, tx, language);
      return { frame: begun, first: await readFirst(tx, source, begun, cursor ?? null, limit) };
    });
    const data = presentPage(frame, first, cursor, language);
    const sha256 = createHash('sha256').update(JSON.stringify(data)).digest('hex');
    return { data, meta: { next: first.page.meta.next, sha256 } };
  });

  machineRoute(http, db, contract.readStatements, ({ key, query: { account, cursor, limit } }) =>
    readPage({ db }, 'console.machine_statements', [key, account ?? null, readCursor(cursor, numberCursor)], limit),
  );

  machineRoute(
    http,
    db,
    contract.readDifferences,
    ({ key, query: { account, statement, kind, state, cursor, limit } }) => {
      const values = [
        key,
        account ?? null,
        statement ?? null,
        kind ?? null,
        state ?? null,
        readCursor(cursor, numberCursor),
      ];
      return readPage({ db }, 'console.machine_statement_differences', values, limit);
    },
  );

  machineRoute(http, db, contract.resendWebhooks, async ({ key, params: { id }, body: { event, from, until } }) => {
    const values = [key, id, event ?? null, from ?? null, until ?? null];
    const events = await readOne<number | null>({ db }, 'console.machine_replay', values);
    if (events === null) throw new Refusal('not_found');
    return { data: { events } };
  });
}
