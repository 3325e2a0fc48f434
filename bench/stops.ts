import type { Database } from '#database/connect.ts';
import { compareStates, describeCompared, isKept, leastShare } from './compare.ts';
import { inProcess, overHttp } from './contenders.ts';
import { openDraw } from './draws.ts';
import type { Rounds } from './interleave.ts';
import type { Report } from './report.ts';
import type { Rig } from './rig.ts';

/** The cost of the check for stopped sales: the rate of bets with that check, compared with the rate without it. */
export async function measureStops(rig: Rig, report: Report, rounds: Rounds): Promise<void> {
  const { owner } = rig;
  const [drawId, other] = [await openDraw(owner), await openDraw(owner)];
  const functions = await readFunctions(owner);
  const enter = async () => void (await owner.query(functions.join(';')));
  const leave = async () => void (await owner.query(functions.map(withoutStops).join(';')));
  const [operator] = await owner.query<{ id: number }>(
    `insert into console.operator (name, roles) values ('bench', '{draws}') returning id`,
  );
  for (const contender of [inProcess(rig, drawId, 64), overHttp(rig.server, drawId)]) {
    const none = await compareStates(contender, { enter, leave }, rounds);
    await owner.query(`select stop_sales($1, null, 'Closed', 'The bench', $2, null)`, [other, operator!.id]);
    const some = await compareStates(contender, { enter, leave }, rounds);
    await owner.query('update sales_stop set ended_at = clock_timestamp() where ended_at is null');
    await enter();
    for (const [what, compared] of [
      ['nothing stopped', none],
      ['another draw stopped', some],
    ] as const) {
      report.add({
        what: `${contender.name}: with stops looked at against without, ${what}`,
        goal: `≥ ${leastShare}`,
        measured: describeCompared(compared),
        met: isKept(compared),
      });
    }
  }
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
    .replace(/lock table mutex.sales_stops in row share mode;/, '')
    .replace(/stopped_sales\(\)/, 'null::text[]')
    .replace(/when cardinality\(p_stops\)[\s\S]*?then 'sales_stopped'/, '');
  if (bare === definition) throw new Error('the functions no longer check stops as this benchmark expects');
  return bare;
}
