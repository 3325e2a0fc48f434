import { withoutIndexes } from '#bench/fill.ts';
import type { Database } from '#database/connect.ts';
import { planDraws, type DrawTerms } from '#server/demo-month/plan-draws.ts';
import { createRandom } from '#server/demo-month/random.ts';
import { addUpSales, writeDraws, writePlay } from '#server/demo-month/write-month.ts';
import { Players } from './play-draw.ts';

interface MonthToMake extends DrawTerms {
  readonly seed: number;
  readonly players: number;
  readonly tickets: number;
  readonly days: number;
}

const playersAtOnce = 100_000;
/** Their indexes are built when they are full. */
const large = ['ticket', 'posting', 'due', 'payment', 'payment_event', 'client'];

/**
 * Gives an empty database a month with a draw each hour: played in memory draw by draw, sealed and drawn as any draw, and written
 * past the triggers that keep history. Withdrawals, a draw that was called off, and test accounts are in it.
 *
 * @param owner with one connection
 * @param log is told of each part when it is over
 */
export async function makeMonth(owner: Database, month: MonthToMake, log: (part: string) => void): Promise<void> {
  const [clock] = await owner.query<{ now: number }>(
    `select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
  const random = createRandom(month.seed);
  const planned = planDraws(month, clock!.now, month.days);
  const players = new Players(random, month.players);
  const clients = Array.from({ length: month.players }, (_, index) => index + 1);
  const shares = planned.draws.map(
    ({ drawsAt }) => 0.5 + random.next() + (new Date(drawsAt).getUTCHours() > 8 ? 1 : 0),
  );
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const calledOff = planned.draws[Math.floor(planned.draws.length * 0.4)]!.id;
  await owner.query('set session_replication_role = replica');
  await owner.query('set synchronous_commit = off');
  await owner.query(`set maintenance_work_mem = '512MB'`);
  await withoutIndexes(owner, large, async () => {
    await writeClients(owner, month.players, planned.from);
    let left = month.tickets;
    for (const [index, draw] of planned.draws.entries()) {
      const isLast = index === planned.draws.length - 1;
      const count = isLast ? left : Math.min(left, Math.round((month.tickets * shares[index]!) / whole));
      left -= count;
      const isVoid = draw.id === calledOff;
      const play = players.play({ ...draw, void: isVoid }, count, (tickets) =>
        isVoid ? null : planned.sealAndDraw(draw.id, tickets),
      );
      await owner.transact(async (tx) => {
        await writeDraws(tx, [planned.made(draw.id)]);
        await writePlay(tx, play, clients);
      });
    }
    log('draws, tickets, postings');
    await writeWallets(owner, players);
    await writePayments(owner);
    log('wallets and payments');
  });
  log('indexes');
  await owner.query('vacuum (analyze)');
  await owner.transact(addUpSales);
  await owner.query('select forget_figures()');
  await owner.query('select forget_kept_sums()');
  await owner.query('set session_replication_role = origin');
  log('sums of draws');
}

async function writeClients(owner: Database, count: number, before: number): Promise<void> {
  await owner.query(
    `insert into client (id, phone, password_hash, first_name, last_name, birth_date, country, confirmed_at, accepted_terms_at,
       created_at, password_changed_at)
     overriding system value
     select n, '+22507' || lpad(n::text, 8, '0'), 'invented', 'Awa', 'Koné', '1990-01-01', 'CI', at, at, at, at
     from generate_series(1, $1::bigint) n cross join lateral (
       select to_timestamp($2::float8 / 1000) - interval '1 day' - n % 300 * interval '1 day' as at
     ) joined`,
    [count, before],
  );
  // A few accounts of the site's own.
  await owner.query(
    `insert into console.test_account (client_id, marked_by, reason)
     select n, 'compliance-1', 'Ours' from generate_series(1, least(5, $1::bigint)) n`,
    [count],
  );
}

async function writeWallets(owner: Database, { dep, win }: Players): Promise<void> {
  for (let start = 0; start < dep.length; start += playersAtOnce) {
    const columns = [dep, win].map((column) => [...column.subarray(start, start + playersAtOnce)]);
    await owner.query(
      `insert into wallet (client_id, dep, win)
       select $1 + place, dep, win from unnest($2::bigint[], $3::bigint[]) with ordinality as w (dep, win, place)`,
      [start, ...columns],
    );
  }
}

/** The steps of payments, from their postings: the provider that was asked, and its answer. */
async function writePayments(owner: Database): Promise<void> {
  await owner.query(
    `insert into payment (id, client_id, direction, amount, from_win, country, method, provider, provider_ref, status, created_at,
       updated_at, idempotency_key, request_hash)
     select p.reference, p.client_id, 'deposit'::payment_direction, p.amount, 0, 'CI', 'wave', 'sandbox', 'month_' || p.reference, 'succeeded'::payment_status,
       p.at - interval '30 s', p.at, 'month-' || p.reference, sha256(uuid_send(p.reference))
     from posting p where p.kind = 'deposit'
     union all
     select a.reference, a.client_id, 'withdrawal', a.amount, a.amount, 'CI', 'wave', 'sandbox', 'month_' || a.reference, 'paid',
       a.at, b.at, 'month-' || a.reference, sha256(uuid_send(a.reference))
     from posting a join posting b on b.reference = a.reference and b.kind = 'withdrawal_paid'
     where a.kind = 'withdrawal'`,
  );
  await owner.query(
    `insert into payment_event (payment_id, at, kind, from_status, to_status, detail)
     select p.id, e.at, e.kind, e.from_status, e.to_status, '{}'
     from payment p
     cross join lateral (
       select case p.direction when 'deposit' then 'pending' else 'processing' end::payment_status as under_way
     ) u
     cross join lateral (
       values (p.created_at, 'created'::payment_event_kind, null::payment_status, 'created'::payment_status),
         (p.created_at + interval '0.8 s', 'accepted', 'created'::payment_status, u.under_way),
         (p.updated_at, 'confirmed', u.under_way, p.status)
     ) e (at, kind, from_status, to_status)
     order by e.at`,
  );
}
