import type { Queryable, Transaction } from '#database/connect.ts';
import { betTypes } from '#domain/bet-types.ts';
import { encodeNumbers, type DrawResult } from '#domain/result.ts';
import type { CommittedDraw } from '#server/fair-draw/commit-draw.ts';
import { storeTree } from '#server/draws/life/seal-draw.ts';
import { insertDraws } from '#server/draws/life/fill-timetable.ts';
import type { Play } from './play.ts';
import type { InventedPlayer, ShownClient } from './players.ts';

export interface MadeDraw {
  readonly committed: CommittedDraw;
  /** Null for a draw that was called off. */
  readonly sealed: {
    readonly record: Uint8Array;
    readonly signature: Uint8Array;
    readonly tiers: readonly Uint8Array[];
    readonly seed: Uint8Array;
    readonly result: DrawResult;
    readonly sealedAt: number;
  } | null;
}

interface MadeMonth {
  readonly players: readonly InventedPlayer[];
  /** In the order of their times. */
  readonly draws: readonly MadeDraw[];
  readonly play: Play;
}

/** A value that is no hash, so that no password fits. */
const noPassword = 'invented';

/**
 * Locks the site against a second one that makes a month.
 *
 * @returns the database's time in milliseconds since 1970; null where there is a past already, or no right to write one
 */
export async function isFresh(tx: Transaction): Promise<number | null> {
  await tx.query('lock table mutex.demo_month in exclusive mode');
  const [row] = await tx.query<{ fresh: boolean; now: number }>(
    `select (select rolsuper from pg_roles where rolname = current_user) and not exists (select from seal)
       and not exists (select from demo_month) as fresh,
       floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
  return row!.fresh ? row!.now : null;
}

/** Finds the client that signs in, if there is room for the invented past before its first posting; else null. */
export async function findShown(
  owner: Queryable,
  { phone, room }: Pick<ShownClient, 'phone'> & { readonly room: number },
): Promise<InventedPlayer['shown'] | null> {
  const [row] = await owner.query<{ clientId: number; until: number }>(
    `select c.id as "clientId", floor(extract(epoch from min(p.at)) * 1000)::float8 as until
     from client c join posting p on p.client_id = c.id where c.phone = $1 group by c.id having min(p.id) > $2`,
    [phone, room],
  );
  return row ?? null;
}

/**
 * Writes the month. The triggers that keep history, and the foreign keys, are off in this transaction only. The site may be up, and
 * sell tickets of the draws to come; only their seals have to wait, as the month's come first in the chain.
 */
export async function writeMonth(tx: Transaction, { players, draws, play }: MadeMonth): Promise<void> {
  await tx.query('set local session_replication_role = replica');
  const shown = players[0]?.shown;
  const invented = await writePlayers(tx, players, play);
  const clients = shown ? [shown.clientId, ...invented] : invented;
  await writeDraws(tx, draws);
  await writePlay(tx, play, clients);
  await addUpSales(tx);
  await writePayments(tx, play, players, clients);
  await tx.query(
    `insert into demo_month (first_draw_at, last_draw_at, first_client, last_client)
     select min(draws_at), max(draws_at), $1, $2 from draw where finished_at is not null`,
    [invented[0], invented.at(-1)],
  );
  if (shown) await continueFrom(tx, shown, players[0]!, play.wallets[0]!);
  // A site that ran before has begun its sums with a later hour, and no trigger has noted these draws and payments.
  await tx.query('select forget_figures()');
  await tx.query('select forget_kept_sums()');
  // The triggers that tell the processes of a new result are off.
  await tx.query(
    `select pg_notify('draw', 'history ' || id) from draw where finished_at is not null order by draws_at desc limit 1`,
  );
}

/**
 * Puts the past of the client that signs in before what the site has done for it: the numbers of its postings too are in the order of
 * their times. What the past has left in the wallets is there from then on. It comes last, because bets of this client wait for it.
 */
async function continueFrom(
  tx: Transaction,
  { clientId, until }: NonNullable<InventedPlayer['shown']>,
  { joinedAt }: InventedPlayer,
  { dep, win }: Play['wallets'][number],
): Promise<void> {
  await tx.query('update wallet set dep = dep + $2, win = win + $3 where client_id = $1', [clientId, dep, win]);
  await tx.query(
    `update posting set dep_after = dep_after + $3, win_after = win_after + $4
     where client_id = $1 and at >= to_timestamp($2 / 1000.0)`,
    [clientId, until, dep, win],
  );
  // They are noted again, with their new numbers.
  await tx.query(
    `delete from posted_once o using posting p
     where o.client_id = $1 and (p.client_id, p.id) = (o.client_id, o.posting_id) and p.at < to_timestamp($2 / 1000.0)`,
    [clientId, until],
  );
  await tx.query(
    `with past as (
       delete from posting where client_id = $1 and at < to_timestamp($2 / 1000.0) returning *
     )
     insert into posting (client_id, id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
     overriding system value
     select client_id, row_number() over (order by id), from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after
     from past`,
    [clientId, until],
  );
  await tx.query('delete from stakes_counted where client_id = $1', [clientId]);
  await tx.query(
    `update client set created_at = joined_at, confirmed_at = joined_at, accepted_terms_at = joined_at
     from (select to_timestamp($2 / 1000.0) as joined_at) j where id = $1`,
    [clientId, joinedAt],
  );
}

/** @returns the numbers of the clients who are invented, in the order of the players */
async function writePlayers(tx: Transaction, all: readonly InventedPlayer[], play: Play): Promise<number[]> {
  const players = all.filter(({ shown }) => !shown);
  const wallets = play.wallets.slice(-players.length);
  const column = <K extends keyof InventedPlayer>(name: K) => players.map((player) => player[name]);
  const rows = await tx.query<{ id: number }>(
    `insert into client (phone, password_hash, first_name, last_name, birth_date, country, confirmed_at, accepted_terms_at,
       created_at, password_changed_at)
     select phone, $6, first_name, last_name, birth_date, country, joined_at, joined_at, joined_at, joined_at
     from (
       select phone, first_name, last_name, birth_date, country, to_timestamp(joined_at / 1000.0) as joined_at, place
       from unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::text[], $7::bigint[])
         with ordinality as p (phone, first_name, last_name, birth_date, country, joined_at, place)
     ) player
     order by place returning id`,
    [
      column('phone'),
      column('firstName'),
      column('lastName'),
      column('birthDate'),
      column('country'),
      noPassword,
      column('joinedAt'),
    ],
  );
  const clients = rows.map(({ id }) => id).toSorted((one, other) => one - other);
  // `demo_month` names them by the first and the last.
  if (clients.at(-1)! - clients[0]! >= clients.length) throw new Error('somebody signed up at the same moment');
  await tx.query(
    `insert into wallet (client_id, dep, win) select * from unnest($1::bigint[], $2::bigint[], $3::bigint[])`,
    [clients, wallets.map(({ dep }) => dep), wallets.map(({ win }) => win)],
  );
  return clients;
}

/** Draws that are over, the next ones of the chain of seals. */
export async function writeDraws(tx: Transaction, draws: readonly MadeDraw[]): Promise<void> {
  await insertDraws(
    tx,
    draws.map(({ committed }) => committed),
    null,
  );
  await tx.query(
    `update draw d set
       status = case when m.result is null then 'void' else 'settled' end::draw_status, result = m.result,
       closed_at = d.closes_at + interval '20 ms', sealed_at = to_timestamp(m.sealed_at / 1000.0),
       drawn_at = case when m.result is not null then d.draws_at + interval '40 ms' end,
       dues_listed_at = d.draws_at + interval '2 s', finished_at = d.draws_at + interval '3.2 s'
     from unnest($1::uuid[], $2::integer[], $3::bigint[]) as m (id, result, sealed_at)
     where d.id = m.id`,
    [
      draws.map(({ committed }) => committed.drawId),
      draws.map(({ sealed }) => sealed && encodeNumbers(sealed.result)),
      draws.map(({ sealed }) => sealed?.sealedAt ?? null),
    ],
  );
  await tx.query(
    `update commitment c set committed_at = d.opens_at - interval '1 s' from draw d where d.id = c.draw_id and d.id = any ($1)`,
    [draws.map(({ committed }) => committed.drawId)],
  );
  const sealed = draws.flatMap(({ committed, sealed }) => (sealed ? [{ drawId: committed.drawId, ...sealed }] : []));
  await tx.query(
    `insert into seal (number, draw_id, record, signature)
     select s.number + (select coalesce(max(number), 0) from seal), s.draw_id, s.record, s.signature
     from unnest($1::uuid[], $2::bytea[], $3::bytea[]) with ordinality as s (draw_id, record, signature, number)`,
    [sealed.map(({ drawId }) => drawId), sealed.map(({ record }) => record), sealed.map(({ signature }) => signature)],
  );
  await tx.query(`insert into reveal (draw_id, seed) select * from unnest($1::uuid[], $2::bytea[])`, [
    sealed.map(({ drawId }) => drawId),
    sealed.map(({ seed }) => seed),
  ]);
  for (const { drawId, tiers } of sealed) await storeTree(tx, drawId, tiers);
}

/** Tickets, postings and dues, in their order. @param clients the clients' numbers, in the order of the players */
export async function writePlay(
  tx: Transaction,
  { tickets, postings, dues }: Pick<Play, 'tickets' | 'postings' | 'dues'>,
  clients: readonly number[],
): Promise<void> {
  await tx.query(
    `insert into ticket (client_id, id, draw_id, bet_type, selection, stake, stake_win, accepted_at)
     select client_id, id, draw_id, bet_type, selection, stake, stake_win, to_timestamp(at / 1000.0)
     from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::smallint[], $5::integer[], $6::integer[], $7::integer[], $8::bigint[])
       with ordinality as t (client_id, id, draw_id, bet_type, selection, stake, stake_win, at, place)
     order by place`,
    [
      tickets.map(({ player }) => clients[player]),
      tickets.map(({ id }) => id),
      tickets.map(({ drawId }) => drawId),
      tickets.map(({ betName }) => betTypes[betName].code),
      tickets.map(({ selection }) => selection),
      tickets.map(({ stake }) => stake),
      tickets.map(({ stakeWin }) => stakeWin),
      tickets.map(({ at }) => at),
    ],
  );
  await tx.query(
    `insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
     select client_id, from_account, to_account, amount, kind, reference, draw_id, to_timestamp(at / 1000.0), dep_after, win_after
     from unnest($1::bigint[], $2::account[], $3::account[], $4::bigint[], $5::posting_kind[], $6::uuid[], $7::uuid[],
                 $8::bigint[], $9::bigint[], $10::bigint[])
       with ordinality as p (client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after, place)
     order by place`,
    [
      postings.map(({ player }) => (player === null ? 0 : clients[player])),
      postings.map(({ from }) => from),
      postings.map(({ to }) => to),
      postings.map(({ amount }) => amount),
      postings.map(({ kind }) => kind),
      postings.map(({ reference }) => reference),
      postings.map(({ drawId }) => drawId),
      postings.map(({ at }) => at),
      postings.map(({ depAfter }) => depAfter),
      postings.map(({ winAfter }) => winAfter),
    ],
  );
  await tx.query(
    `insert into due (draw_id, client_id, ticket_id, to_dep, to_win)
     select * from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::bigint[], $5::bigint[])`,
    [
      dues.map(({ drawId }) => drawId),
      dues.map(({ player }) => clients[player]),
      dues.map(({ ticketId }) => ticketId),
      dues.map(({ toDep }) => toDep),
      dues.map(({ toWin }) => toWin),
    ],
  );
}

/** The sums that settlement and the worker keep of all tickets of draws that are over. Tickets of others may be sold meanwhile. */
export async function addUpSales(tx: Transaction): Promise<void> {
  await tx.query(
    `insert into draw_figure (draw_id, bet_type, tickets, stakes, won, payouts)
     select t.draw_id, t.bet_type, count(*), sum(t.stake), count(u.ticket_id) filter (where d.status <> 'void'),
       coalesce(sum(u.to_dep + u.to_win), 0)
     from ticket t
     join draw d on d.id = t.draw_id and d.finished_at is not null
     left join due u on u.draw_id = t.draw_id and u.client_id = t.client_id and u.ticket_id = t.id
     group by t.draw_id, t.bet_type`,
  );
  await tx.query(
    `insert into sale_minute (at, tickets, stakes)
     select date_trunc('minute', t.accepted_at), count(*), sum(t.stake)
     from ticket t join draw d on d.id = t.draw_id and d.finished_at is not null group by 1`,
  );
  await tx.query(
    `insert into draw_minute (draw_id, at, bet_type, tickets, stakes)
     select t.draw_id, date_trunc('minute', t.accepted_at), t.bet_type, count(*), sum(t.stake)
     from ticket t join draw d on d.id = t.draw_id and d.finished_at is not null group by 1, 2, 3`,
  );
  // Minutes may have begun since the database was made: the worker continues after all that is counted here.
  await tx.query(
    `update sales_counted set through = greatest(through, (select max(at) + interval '1 minute' from sale_minute))`,
  );
}

/** Payments with their parties as plain text: the background seals them, as it does for payments of versions that did not seal. */
async function writePayments(
  tx: Transaction,
  { payments }: Play,
  players: readonly InventedPlayer[],
  clients: readonly number[],
): Promise<void> {
  await tx.query(
    `insert into payment (id, client_id, direction, amount, from_win, country, method, phone, first_name, last_name, provider,
       provider_ref, status, failure, created_at, updated_at, idempotency_key, request_hash)
     select id, client_id, direction, amount, case direction when 'withdrawal' then amount else 0 end, country, method, phone,
       first_name, last_name, 'sandbox', 'month_' || replace(id::text, '-', ''), status, failure, to_timestamp(at / 1000.0),
       to_timestamp(ended_at / 1000.0), 'month-' || id, sha256(uuid_send(id))
     from unnest($1::uuid[], $2::bigint[], $3::payment_direction[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[],
                 $9::text[], $10::payment_status[], $11::text[], $12::bigint[], $13::bigint[])
       as p (id, client_id, direction, amount, country, method, phone, first_name, last_name, status, failure, at, ended_at)`,
    [
      payments.map(({ id }) => id),
      payments.map(({ player }) => clients[player]),
      payments.map(({ direction }) => direction),
      payments.map(({ amount }) => amount),
      payments.map(({ player }) => players[player]!.country),
      payments.map(({ player }) => players[player]!.method),
      payments.map(({ player }) => players[player]!.phone),
      payments.map(({ player }) => players[player]!.firstName),
      payments.map(({ player }) => players[player]!.lastName),
      payments.map(({ status }) => status),
      payments.map(({ failure }) => failure),
      payments.map(({ createdAt }) => createdAt),
      payments.map(({ endedAt }) => endedAt),
    ],
  );
  const events = payments.flatMap(({ id, direction, status, failure, createdAt, acceptedAt, endedAt }) => {
    const underWay = direction === 'deposit' ? 'pending' : 'processing';
    return [
      { id, at: createdAt, kind: 'created', from: null, to: 'created', detail: {} },
      { id, at: acceptedAt, kind: 'accepted', from: 'created', to: underWay, detail: {} },
      failure === null
        ? { id, at: endedAt, kind: 'confirmed', from: underWay, to: status, detail: {} }
        : { id, at: endedAt, kind: 'declined', from: underWay, to: status, detail: { code: failure } },
    ];
  });
  events.sort((one, other) => one.at - other.at);
  await tx.query(
    `insert into payment_event (payment_id, at, kind, from_status, to_status, detail)
     select id, to_timestamp(at / 1000.0), kind, from_status, to_status, detail
     from unnest($1::uuid[], $2::bigint[], $3::payment_event_kind[], $4::payment_status[], $5::payment_status[], $6::jsonb[])
       with ordinality as e (id, at, kind, from_status, to_status, detail, place)
     order by place`,
    [
      events.map(({ id }) => id),
      events.map(({ at }) => at),
      events.map(({ kind }) => kind),
      events.map(({ from }) => from),
      events.map(({ to }) => to),
      events.map(({ detail }) => JSON.stringify(detail)),
    ],
  );
}
