import pino from 'pino';
import type { Database } from '#database/connect.ts';
import type { Figures } from '#server/figures/read-figures.ts';
import { registerFigureRoutes } from '#server/figures/routes.ts';
import { createHttp } from '#server/http/http.ts';
import type { SignedInOperator } from '#tests/support/operator/sign-in.ts';
import { addTypes, daysOf, type DaySums } from './compare.ts';

export interface Period {
  /** `2026-11-23`, in the zone; both included. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

/** The answer of `GET /api/figures`, from a listener that has no answer in memory. */
export async function askPublic(db: Database, { from, to, zone }: Period): Promise<DaySums[]> {
  const log = pino({ level: 'silent' });
  const http = createHttp({ authenticate: async () => null, log, rateLimitScale: 1_000, checkAnswers: true });
  registerFigureRoutes(http, db, zone);
  const answer = await http.inject({ method: 'GET', url: `/api/figures?from=${from}&to=${to}` });
  await http.close();
  if (answer.statusCode !== 200) throw new Error(`the public figures: ${answer.statusCode} ${answer.body}`);
  return daysOf(answer.json<Figures>());
}

/** The figures that *Money* shows on the console. */
export async function askConsole(auditor: SignedInOperator, { from, to }: Period): Promise<DaySums[]> {
  return addTypes(await askFor<DaySums[]>(auditor, `/money/figures?from=${from}&to=${to}`));
}

interface Report {
  readonly rows: readonly Readonly<Record<string, string | number | null>>[];
  readonly books: { readonly isEqual: boolean; readonly heldAgainst: readonly object[] } | null;
}

/** The report *Return* of the months of a period. It leaves out test accounts, and does not say how many tickets won. */
export async function askReturns(auditor: SignedInOperator, { from, to }: Period): Promise<Omit<DaySums, 'won'>[]> {
  const months = [...new Set([from, to].map((day) => `${day.slice(0, 7)}-01`))];
  const days = new Map<string, { day: string; tickets: number; stakes: number; payouts: number }>();
  for (const month of months) {
    const report = await askFor<Report>(auditor, `/reports/returns?period=month&day=${month}&limit=500`);
    for (const row of report.rows) {
      const day = String(row['from']);
      const sums = days.get(day) ?? { day, tickets: 0, stakes: 0, payouts: 0 };
      for (const name of ['tickets', 'stakes', 'payouts'] as const) sums[name] += Number(row[name]);
      days.set(day, sums);
    }
  }
  return [...days.values()];
}

/** @returns the sums of a report that differ from the books */
export async function askReport(auditor: SignedInOperator, path: string): Promise<readonly string[]> {
  const { books } = await askFor<Report>(auditor, `/reports/${path}`);
  if (books === null || books.isEqual) return [];
  return books.heldAgainst
    .filter((line) => !('difference' in line) || line.difference !== 0)
    .map((line) => JSON.stringify(line));
}

async function askFor<T>(auditor: SignedInOperator, path: string): Promise<T> {
  const answer = await auditor.get(path);
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
  return answer.json<{ data: T }>().data;
}

/** The figures from each ticket and its payout; `own` chooses the accounts of the site itself, or all others. */
export async function addUpTickets(owner: Database, zone: string, withOwn: boolean): Promise<DaySums[]> {
  return owner.query<DaySums>(
    `select to_char(d.finished_at at time zone $1, 'YYYY-MM-DD') as day, count(*) as tickets, sum(t.stake)::bigint as stakes,
       count(u.ticket_id) as won, coalesce(sum(u.to_dep + u.to_win), 0)::bigint as payouts
     from ticket t join draw d on d.id = t.draw_id
     left join due u on u.draw_id = t.draw_id and u.client_id = t.client_id and u.ticket_id = t.id
     where d.status = 'settled' and ($2 or not exists (select from console.test_account a where a.client_id = t.client_id))
     group by 1`,
    [zone, withOwn],
  );
}
