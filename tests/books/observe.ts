import { connect, type ConnectionConfig, type Database, type Queryable } from '#database/connect.ts';
import { presentTicket, selectTickets, type StoredTicket } from '#server/tickets/stored-ticket.ts';
import { standing, type Model } from './model.ts';

/** All that a sequence can see of the books: accounts, from postings and from wallets, draws, tickets and payments. */
type Observed = ReturnType<typeof viewOf>;

export function viewOf(model: Model) {
  const balances = withoutZeros(model.balances);
  return {
    posted: balances,
    stored: withoutZeros(Object.fromEntries(Object.entries(balances).filter(([account]) => isWallet.test(account)))),
    draws: mapValues(model.draws, ({ status, sealed, finished }) => ({ status, sealed, finished })),
    tickets: mapValues(model.tickets, (ticket) => ({ ...standing(model, ticket), stake: ticket.betAmount })),
    payments: mapValues(model.payments, ({ status, refunded, known, due }) => ({ status, refunded, known, due })),
  };
}

const isWallet = /^(dep|win|held|owed) /;

/** Connects so that the one large statement that reads the books is planned once, and for full tables. */
export function connectObserver(config: ConnectionConfig): Database {
  return connect({
    config,
    applicationName: 'izi test observer',
    max: 2,
    parameters: { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' },
  });
}

/** Reads what the model of these clients and draws should equal. */
export async function observe(db: Queryable, model: Model, clientIds: readonly number[]): Promise<Observed> {
  const [[row], tickets] = await Promise.all([
    db.query<Omit<Observed, 'tickets'>>({
      name: 'observe',
      text: observeSql,
      values: [clientIds, Object.keys(model.draws)],
    }),
    db.query<StoredTicket>({
      name: 'observe-tickets',
      text: `${selectTickets} where t.client_id = any ($1)`,
      values: [clientIds],
    }),
  ]);
  const shown = tickets.map(presentTicket);
  return {
    ...row!,
    tickets: Object.fromEntries(
      shown.map(({ id, status, payout, betAmount: stake }) => [id, { status, payout, stake }]),
    ),
  };
}

/**
 * The cheap form of `expectBooksBalance`, for these clients and draws: every account summed from the postings, and the
 * wallets as they are stored. Nothing else is posted to their accounts, so their sum is zero as well.
 */
const observeSql = `
  with mine as (
    select client_id, from_account, to_account, draw_id, amount from posting where client_id = any ($1)
    union all
    select client_id, from_account, to_account, draw_id, amount from posting
    where kind = 'stakes_banked' and reference = any ($2)
  ), movement as (
    select to_account as account, client_id, draw_id, amount from mine
    union all
    select from_account, client_id, draw_id, -amount from mine
  ), account as (
    select case
      when account in ('client_dep', 'client_win', 'client_held', 'client_owed') then substring(account::text from 8) || ' ' || client_id
      when account = 'draw_stakes' then 'stakes ' || draw_id
      else account::text
    end as name, sum(amount)::bigint as balance
    from movement group by name having sum(amount) <> 0
  ), stored as (
    select name || ' ' || client_id as name, balance
    from wallet, lateral (values ('dep', dep), ('win', win), ('held', held), ('owed', -owed)) as each (name, balance)
    where client_id = any ($1) and balance <> 0
  )
  select
    (select coalesce(json_object_agg(name, balance), '{}') from account) as posted,
    (select coalesce(json_object_agg(name, balance), '{}') from stored) as stored,
    (select coalesce(json_object_agg(id, json_build_object(
       'status', status, 'sealed', sealed_at is not null, 'finished', finished_at is not null)), '{}')
     from draw where id = any ($2)) as draws,
    (select coalesce(json_object_agg(idempotency_key, json_build_object(
       'status', status, 'refunded', refunded(payment),
       'known', provider_ref is not null, 'due', due_at is not null)), '{}')
     from payment where client_id = any ($1)) as payments`;

function withoutZeros(balances: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(balances).filter(([, balance]) => balance !== 0));
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
