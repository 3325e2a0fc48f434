import { levelOfFailure, type Queryable } from '#database/connect.ts';
import { nextLook, paymentColumns, type PaymentRow } from './payment-row.ts';
import type { PaymentProvider } from './provider.ts';
import { askFormer, resolvePayment, type DuePayment, type ResolveDeps } from './resolve.ts';

const batchSize = 20;
/** Exponential back-off: the first pause between two queries about a payment. It doubles up to the longest. */
const firstPauseSeconds = 10;
const longestPauseSeconds = 300;
/** The age up to which the sweep asks about an expired deposit. A notice is taken at any age. */
const forgetExpiredAfterHours = 48;

/** Asks the providers about one batch of due payments. Returns how many there were. */
export async function sweepPayments(deps: ResolveDeps): Promise<number> {
  const which = `id in (
    select id from payment
    where due_at <= clock_timestamp() and provider = any($1) order by due_at limit $4 for no key update skip locked
  )`;
  const due = await claim(deps.db, deps.providers, which, batchSize);
  await Promise.all(due.map((payment) => attend(deps, payment, resolvePayment)));
  return due.length;
}

/**
 * Asks one batch of accounts that refused a payment, which is elsewhere since. Returns how many there were. One that does not answer, or
 * whose question a dead process has claimed, is asked again in an hour.
 */
export async function sweepFormer(deps: ResolveDeps): Promise<number> {
  const due = await deps.db.query<PaymentRow & { account: string }>(
    `with claimed as (
       update payment_attempt
       set due_at = case when at > clock_timestamp() - interval '9 days' then clock_timestamp() + interval '1 hour' end
       where (payment_id, account) in (
         select payment_id, account from payment_attempt
         where due_at <= clock_timestamp() and account = any($1) order by due_at limit $2 for no key update skip locked
       )
       returning payment_id, account
     )
     select ${paymentColumns}, account from claimed join payment on payment.id = claimed.payment_id`,
    [deps.providers.map(({ id }) => id), batchSize],
  );
  await Promise.all(due.map((payment) => attend(deps, payment, askFormer, payment.account)));
  return due.length;
}

/** Asks about one payment now, even if it is not due. A paid withdrawal that is never due again is final. */
export async function sweepPayment(deps: ResolveDeps, paymentId: string): Promise<void> {
  const which = `id = $4 and provider = any($1) and (status <> 'paid' or due_at is not null)`;
  const due = await claim(deps.db, deps.providers, which, paymentId);
  await Promise.all(due.map((payment) => attend(deps, payment, resolvePayment)));
}

async function attend<P extends PaymentRow>(
  deps: ResolveDeps,
  payment: P,
  ask: (deps: ResolveDeps, provider: PaymentProvider, payment: P) => Promise<void>,
  account = payment.provider,
): Promise<void> {
  const provider = deps.providers.find(({ id }) => id === account)!;
  try {
    await ask(deps, provider, payment);
  } catch (error) {
    // The claim has already scheduled the next try.
    deps.log[levelOfFailure(error)]({ err: error, paymentId: payment.id }, 'a payment could not be resolved');
  }
}

/**
 * Claims payments for this process as a lease: it moves `due_at` on. So no lock is held while the provider is asked, and
 * after a crash the payment is due again after a pause.
 *
 * @param which the payments, as a condition in which `$1` are the providers and `$4` is `param`
 */
function claim(
  db: Queryable,
  providers: readonly PaymentProvider[],
  which: string,
  param: string | number,
): Promise<DuePayment[]> {
  return db.query<DuePayment>(
    `update payment
     set asked = asked + 1,
         due_at = case
           -- until an answer comes, which says when to ask next
           when status = 'paid' and updated_at > clock_timestamp() - interval '4 days' then clock_timestamp() + interval '1 hour'
           when status in ('paid', 'failed') then null
           -- until an operator has decided
           when status = 'review' and not exists (select from withdrawal_review_end e where e.payment_id = payment.id) then null
           when status = 'succeeded' then ${nextLook}
           when status = 'expired' and created_at < clock_timestamp() - ${forgetExpiredAfterHours} * interval '1 hour' then null
           else clock_timestamp() + least($3, $2 * 2 ^ least(asked, 20)) * interval '1 second'
         end
     where ${which}
     returning ${paymentColumns}, (extract(epoch from clock_timestamp() - coalesce(sent_at, created_at)) * 1000)::bigint as age_ms`,
    [providers.map(({ id }) => id), firstPauseSeconds, longestPauseSeconds, param],
  );
}
