import { arrayLiteral, type Queryable } from '#database/connect.ts';
import { beaconValue } from '#domain/fair-draw/beacon.ts';
import { commitmentTo } from '#domain/fair-draw/commitment.ts';
import { decodeDraw, drawHash } from '#domain/fair-draw/draw-record.ts';
import { sealHash } from '#domain/fair-draw/seal-record.ts';
import { resultOf } from '#domain/fair-draw/stream.ts';
import { winningSelections } from '#domain/outcome.ts';
import { encodeNumbers } from '#domain/result.ts';
import { maxFindings, sqlCheck, writtenSince, type Check, type Finding, type Window } from './check.ts';
import { openRoundCheck, type UsedRound } from './rounds.ts';

/**
 * The draws that may have changed: unfinished ones, and those that finished in the window. The window begins some time before the last pass,
 * which may have seen a draw finished: then its row was not written since.
 */
const recentDraws = `(select * from draw where finished_at is null or finished_at >= $1 and ${writtenSince('draw')})`;

/** Those of them whose dues are listed. */
const listedDraws = `select * from ${recentDraws} d where d.dues_listed_at is not null`;

/**
 * Restricts rows to these draws; no restriction in a full pass without closed months. The array forces an index look-up by draw. A hash
 * join would read the whole table.
 */
const inDraws = (column: string, draws: string) =>
  `($1::timestamptz = '-infinity' or ${column} = any (array(select id from ${draws})))`;

/** The condition for tickets of these draws. Those of the open months are in so many draws that a full pass reads them all. */
const ticketsInDraws = (draws: string) =>
  `t.id >= (select first_ticket_id_of_finished($1)) and ($2::xid8 = '0' or t.draw_id = any (array(select id from ${draws})))`;

export const resultsAreOrders = sqlCheck(
  {
    name: 'result',
    promise: 'a draw that was drawn has all nine numbers in some order, and no other has a result',
    beyondMonths: true,
  },
  `select 'draw' as subject, d.id, jsonb_build_object(
     'status', d.status, 'result', d.result, 'finished_at', d.finished_at) as detail
   from ${recentDraws} d
   where case when d.status in ('drawn', 'settled')
       then (length(d.result::text) = 9 and translate('123456789', d.result::text, '') = '') is not true
       else d.result is not null end
     or (d.status = 'settled' and d.finished_at is null)
     or (d.finished_at is not null and (d.status not in ('settled', 'void') or d.dues_listed_at is null))`,
);

interface ProvenDraw {
  readonly id: string;
  readonly chain: Buffer | null;
  readonly round: number | null;
  readonly result: number | null;
  readonly record: Buffer | null;
  readonly commitment: Buffer | null;
  readonly seal: Buffer | null;
  readonly seed: Buffer | null;
  readonly signature: Buffer | null;
}

export const resultsAreDerived: Check = {
  name: 'derivation',
  beyondMonths: true,
  promise:
    'the result of a draw follows from what it committed to, its seal, its seed and its beacon, which has signed its value',
  async find(tx, window, inTime) {
    // While signatures are verified, no statement runs.
    await tx.query(`select set_config('idle_in_transaction_session_timeout', '60s', true)`);
    const check = await openRoundCheck(tx, inTime);
    const found: Finding[] = [];
    try {
      for await (const draws of readProofs(tx, window)) {
        const rounds = new Map(draws.flatMap((draw) => roundOf(draw) ?? []));
        const wrong = await check.findFalse([...rounds.values()]);
        for (const draw of draws) {
          const derived = deriveResult(draw);
          const round = rounds.get(draw.id);
          const falseRound = round !== undefined && wrong.has(round) ? round.round : null;
          if (derived === draw.result && derived !== null && falseRound === null) continue;
          found.push({
            subject: 'draw',
            id: draw.id,
            detail: { result: draw.result, derived, false_round: falseRound },
          });
          if (found.length === maxFindings) return found;
        }
      }
      return found;
    } finally {
      await check.end();
    }
  },
};

function roundOf({ id, chain, round, signature }: ProvenDraw): [[string, UsedRound]] | null {
  return chain && round !== null && signature ? [[id, { chain, round, signature }]] : null;
}

/** Null if an input is missing or does not match the commitment. */
function deriveResult({ record, commitment, seal, seed, signature }: ProvenDraw): number | null {
  if (!record || !commitment || !seal || !seed) return null;
  if (!commitment.equals(commitmentTo(drawHash(record), seed))) return null;
  const { beacon } = decodeDraw(record);
  if (beacon.round !== 0 && !signature) return null;
  const value = signature ? beaconValue(signature) : new Uint8Array(32);
  return encodeNumbers(resultOf({ seed, sealHash: sealHash(seal), beacon: { ...beacon, value } }));
}

const drawsAtOnce = 1_000;

async function* readProofs(tx: Queryable, { since, horizon }: Window): AsyncGenerator<ProvenDraw[]> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const draws = await tx.query<ProvenDraw>(
      `select d.id, d.result, c.record, c.commitment, c.beacon_chain as chain, c.beacon_round as round,
         s.record as seal, r.seed, b.signature
       from ${recentDraws} d
       left join commitment c on c.draw_id = d.id
       left join seal s on s.draw_id = d.id
       left join reveal r on r.draw_id = d.id
       left join known_round b on (b.chain, b.round) = (c.beacon_chain, c.beacon_round)
       where d.status in ('drawn', 'settled') and d.id > $3 order by d.id limit ${drawsAtOnce}`,
      [since, horizon, last],
    );
    yield draws;
    if (draws.length < drawsAtOnce) return;
    last = draws.at(-1)!.id;
  }
}

// Renaming the numbers of a ticket and of its result alike changes nothing, so every ticket is read as if its result had
// been 1 to 9 in order, and one list of what wins serves all draws.
let patterns: readonly string[] | undefined;

/** 29,000 selections, or none where no draw is checked: most passes find none. */
async function listPatterns(tx: Queryable, { since, horizon }: Window): Promise<readonly string[]> {
  const [any] = await tx.query(`select from (${listedDraws}) d, (select $1::timestamptz, $2::xid8) span limit 1`, [
    since,
    horizon,
  ]);
  if (!any) return ['{}', '{}', '{}'];
  if (patterns === undefined) {
    const { betTypeCodes, selections, mults } = winningSelections([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    patterns = [betTypeCodes, selections, mults].map(arrayLiteral);
  }
  return patterns;
}

export const duesAreOwed = sqlCheck(
  {
    name: 'due',
    promise: 'a drawn draw owes each winning ticket what the rules say, a void one each stake, and nobody else',
    hashJoins: true,
  },
  `with listed as materialized (${listedDraws})
   select 'ticket' as subject, coalesce(o.ticket_id, u.ticket_id) as id, jsonb_build_object(
     'draw', coalesce(o.draw_id, u.draw_id), 'owed_dep', o.to_dep, 'owed_win', o.to_win,
     'listed_dep', u.to_dep, 'listed_win', u.to_win) as detail
   from (
     select t.draw_id, t.client_id, t.id as ticket_id,
       case d.status when 'void' then (t.stake - t.stake_win)::bigint else 0 end as to_dep,
       case d.status when 'void' then t.stake_win::bigint else t.stake::bigint * w.mult end as to_win
     -- Read here once more: beside a materialized list only one process would read the tickets.
     from (${listedDraws}) d
     join ticket t on t.draw_id = d.id
     left join unnest($3::smallint[], $4::integer[], $5::integer[]) as w (bet_type, selection, mult)
       on w.bet_type = t.bet_type
       and w.selection = translate(t.selection::text, d.result::text, '123456789')::integer
     where ${ticketsInDraws('listed')} and (d.status = 'void' or w.mult is not null)
   ) o
   full join (
     select * from due where ${inDraws('draw_id', 'listed')}
     union all
     -- There are thousands of such draws and hardly ever any dues, so look up each draw.
     select u.* from ${recentDraws} d
     cross join lateral (select * from due where due.draw_id = d.id limit ${maxFindings}) u
     where $1 <> '-infinity' and d.dues_listed_at is null
   ) u on u.draw_id = o.draw_id and u.client_id = o.client_id and u.ticket_id = o.ticket_id
   where (o.to_dep, o.to_win) is distinct from (u.to_dep, u.to_win)`,
  listPatterns,
);

/** SQL: whether a posting was made in the window for what a draw owes. */
const paidInWindow = (p: string) =>
  `${p}.kind in ('payout', 'refund') and ${p}.at >= $1 and ${p}.id >= (select posting_from($1)) and ${writtenSince(p)}`;

/** Both sides are summed together, because that takes half the time of a join. */
export const duesArePaid = sqlCheck(
  {
    name: 'payout',
    promise: 'what a draw owes is paid once, to the wallet it is owed to, as far as its row says; nothing else is',
    hashJoins: true,
  },
  // A draw that finished a little before the window may still have postings in it.
  `with listed as materialized (
     ${listedDraws}
     union
     select * from draw where finished_at >= $1::timestamptz - interval '5 minutes' and dues_listed_at is not null
       and id in (select p.draw_id from posting p where ${paidInWindow('p')})
   )
   select 'ticket' as subject, ticket_id as id, jsonb_build_object(
     'draw', draw_id, 'client', client_id, 'kind', kind, 'dep_missing', sum(dep), 'win_missing', sum(win)) as detail
   from (
     select u.draw_id, u.client_id, u.ticket_id,
       case d.status when 'void' then 'refund' else 'payout' end::posting_kind as kind, u.to_dep as dep, u.to_win as win
     from listed d join due u on u.draw_id = d.id
     where ${inDraws('u.draw_id', 'listed')}
       and (d.finished_at is not null or is_lane_paid(d.id, u.client_id))
     union all
     select draw_id, client_id, reference, kind, case to_account when 'client_dep' then -amount else 0 end,
       case to_account when 'client_dep' then 0 else -amount end
     from posting p
     where kind in ('payout', 'refund')
       and id >= (select first_posting_id_of_finished($1::timestamptz - interval '5 minutes'))
       and at >= least($1, (select min(dues_listed_at) from listed))
       and (${paidInWindow('p')} or draw_id in (select id from listed))
   ) side
   group by draw_id, client_id, ticket_id, kind
   having sum(dep) <> 0 or sum(win) <> 0`,
);

export const stakesAreBanked = sqlCheck(
  {
    name: 'banked',
    promise: 'the house was given the stakes of every draw that was drawn, once, and of no other',
    hashJoins: true,
  },
  `with listed as materialized (${listedDraws} and d.status in ('drawn', 'settled'))
   select 'draw' as subject, coalesce(s.draw_id, b.draw_id) as id,
     jsonb_build_object('staked', s.amount, 'banked', b.amount) as detail
   from (
     select t.draw_id, sum(t.stake)::bigint as amount from ticket t
     where t.draw_id in (select id from listed) and ${ticketsInDraws('listed')} group by t.draw_id
   ) s
   full join (
     select draw_id, sum(amount)::bigint as amount from posting p
     where kind = 'stakes_banked' and id >= (select first_posting_id_of_finished($1))
       and (at >= $1 and ${writtenSince('p')} or reference in (select id from listed))
     group by draw_id
   ) b on b.draw_id = s.draw_id
   where s.amount is distinct from b.amount`,
);

/**
 * Figures and what they sum up are added up together, as in `duesArePaid`. Tickets meet dues by id alone, because
 * it is unique and `duesAreOwed` compares the rest; and draws only once they are added up.
 */
export const figuresAddUp = sqlCheck(
  {
    name: 'figure',
    promise: 'the figures of a draw are the sums of its tickets and of its dues, by bet type',
    hashJoins: true,
  },
  `with listed as materialized (${listedDraws})
   select 'draw' as subject, draw_id as id, jsonb_build_object('bet_type', bet_type, 'tickets_missing', sum(tickets),
     'stakes_missing', sum(stakes), 'won_missing', sum(won), 'payouts_missing', sum(payouts)) as detail
   from (
     select s.draw_id, s.bet_type, s.tickets, s.stakes, case d.status when 'void' then 0 else s.dues end as won, s.payouts
     from listed d
     join (
       select t.draw_id, t.bet_type, count(*) as tickets, sum(t.stake) as stakes, count(u.ticket_id) as dues,
         coalesce(sum(u.to_dep + u.to_win), 0) as payouts
       from ticket t
       left join due u on u.ticket_id = t.id and ${inDraws('u.draw_id', 'listed')}
       where ${ticketsInDraws('listed')}
       group by t.draw_id, t.bet_type
     ) s on s.draw_id = d.id
     union all
     select draw_id, bet_type, -tickets, -stakes, -won, -payouts from draw_figure
     where ${inDraws('draw_id', 'listed')}
   ) side
   group by draw_id, bet_type
   having sum(tickets) <> 0 or sum(stakes) <> 0 or sum(won) <> 0 or sum(payouts) <> 0`,
);

export const stakesAreTickets = sqlCheck(
  {
    name: 'stakes',
    promise:
      'the stakes of a draw are those of its tickets until it is drawn, or what it has yet to refund; then nothing',
    fullOnly: true,
  },
  `select 'draw' as subject, coalesce(d.id, p.draw_id) as id, jsonb_build_object(
     'status', d.status, 'expected', e.amount, 'posted', coalesce(p.amount, 0)) as detail
   from draw d
   full join (
     select draw_id, sum(amount)::bigint as amount
     from (
       select draw_id, case when to_account = 'draw_stakes' then amount else -amount end as amount
       from posting where 'draw_stakes' in (from_account, to_account) and id >= (select first_open_posting_id())
       union all
       select draw_id, amount from month_stake where month = (select max(begins_on) from month where closed_at is not null)
     ) part
     group by draw_id
   ) p on p.draw_id = d.id
   left join (
     select draw_id, sum(stake)::bigint as amount from ticket where id >= (select first_ticket_id_of_finished($1)) group by draw_id
   ) t on t.draw_id = d.id
   left join (
     select u.draw_id, sum(u.to_dep + u.to_win)::bigint as amount
     from draw d join due u on u.draw_id = d.id
     where d.status = 'void' and d.finished_at is null and not is_lane_paid(d.id, u.client_id) group by u.draw_id
   ) u on u.draw_id = d.id
   cross join lateral (
     select case when d.finished_at is not null then 0
       when d.dues_listed_at is null then coalesce(t.amount, 0)
       when d.status = 'void' then coalesce(u.amount, 0)
       else 0 end as amount
   ) e
   where d.id is null or coalesce(p.amount, 0) <> e.amount`,
);
