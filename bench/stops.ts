import type { Database } from '#database/connect.ts';
import { inProcess, overHttp } from './contenders.ts';
import { openDraw } from './draws.ts';
import { take, type Contender, type Rounds } from './interleave.ts';
import type { Report } from './report.ts';
import type { Rig } from './rig.ts';
import { median } from './statistics.ts';

/** What a bet pays for looking at stopped sales: its rate with the functions as they are, against the same without that. */
export async function measureStops(rig: Rig, report: Report, { rounds, seconds }: Rounds): Promise<void> {
  const { owner } = rig;
  const [drawId, other] = [await openDraw(owner), await openDraw(owner)];
  const functions = await readFunctions(owner);
  const withStops = async () => void (await owner.query(functions.join(';')));
  const without = async () => void (await owner.query(functions.map(withoutStops).join(';')));
  const [operator] = await owner.query<{ id: number }>(
    `insert into console.operator (name, roles) values ('bench', '{draws}') returning id`,
  );
  for (const contender of [inProcess(rig, drawId, 64), overHttp(rig, drawId)]) {
    const none = await compare(contender, without, withStops, { rounds, seconds });
    await owner.query(`select stop_sales($1, null, 'Closed', 'The bench', $2)`, [other, operator!.id]);
    const some = await compare(contender, without, withStops, { rounds, seconds });
    await owner.query('update sales_stop set ended_at = clock_timestamp() where ended_at is null');
    for (const [what, { rate, cost }] of [
      ['nothing stopped', none],
      ['another draw stopped', some],
    ] as const) {
      report.add({
        what: `${contender.name}: with stops looked at against without, ${what}`,
        goal: '≥ 0.97',
        measured: `${rate.toFixed(3)}; by processor time ${cost.toFixed(3)}`,
        met: Math.max(rate, cost) >= 0.97,
      });
    }
  }
}

/**
 * Each turn with stops between two turns without: the median of its rate against the mean of theirs, and of the bets that the
 * same processor time is enough for.
 */
async function compare(
  contender: Contender,
  without: () => Promise<void>,
  withStops: () => Promise<void>,
  { rounds, seconds }: Rounds,
): Promise<{ rate: number; cost: number }> {
  const rates: number[] = [];
  const costs: number[] = [];
  await without();
  let before = await take(contender, seconds);
  for (let round = 0; round < 2 * rounds; round++) {
    await withStops();
    const turn = await take(contender, seconds);
    await without();
    const after = await take(contender, seconds);
    rates.push((2 * turn.perSecond) / (before.perSecond + after.perSecond));
    costs.push((before.cost + after.cost) / (2 * turn.cost));
    before = after;
  }
  await withStops();
  return { rate: median(rates), cost: median(costs) };
}

async function readFunctions(owner: Database): Promise<string[]> {
  const rows = await owner.query<{ definition: string }>(
    `select pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace = 'public'::regnamespace and proname in ('judge_tickets', 'place_checkouts')`,
  );
  return rows.map(({ definition }) => definition);
}

/** A function of the intake without all that is about stops. */
function withoutStops(definition: string): string {
  const bare = definition
    .replace(/lock table sales_stop in row share mode;/, '')
    .replace(/when \(select exists[\s\S]*?then 'sales_stopped'/, '');
  if (bare === definition) throw new Error('the functions look for stops in another way');
  return bare;
}
