import type { Queryable } from '#database/connect.ts';
import { nextLook, paymentColumns } from './payment-row.ts';
import type { PaymentProvider } from './provider.ts';
import { resolvePayment, type DuePayment, type ResolveDeps } from './resolve.ts';

export interface SweepDeps extends ResolveDeps {
  readonly providers: readonly PaymentProvider[];
}

const BATCH = 20;
/** The pause after a payment was asked about for the first time; it doubles each time, up to the longest. */
const FIRST_PAUSE_S = 10;
const LONGEST_PAUSE_S = 300;
/** How long after its start an expired deposit is still asked about. A notice is heard at any time. */
const FORGET_EXPIRED_AFTER_H = 48;

/** Asks the providers about the payments whose turn it is. Returns how many there were; at most a batch. */
export async function sweepPayments(deps: SweepDeps): Promise<number> {
  const which = `id in (
    select id from payment
    where due_at <= clock_timestamp() and provider = any($1) order by due_at limit $4 for no key update skip locked
  )`;
  const due = await claim(deps.db, deps.providers, which, BATCH);
  await Promise.all(due.map((payment) => resolveClaimed(deps, payment)));
  return due.length;
}

/** Asks about one payment now, whenever its turn may be. */
export async function sweepPayment(deps: SweepDeps, paymentId: string): Promise<void> {
  const which = `id = $4 and provider = any($1) and status <> 'paid'`;
  const due = await claim(deps.db, deps.providers, which, paymentId);
  await Promise.all(due.map((payment) => resolveClaimed(deps, payment)));
}

async function resolveClaimed(deps: SweepDeps, payment: DuePayment): Promise<void> {
  const provider = deps.providers.find(({ id }) => id === payment.provider)!;
  try {
    await resolvePayment(deps, provider, payment);
  } catch (error) {
    // Its next turn is already written down.
    deps.log.error({ err: error, paymentId: payment.id }, 'a payment could not be resolved');
  }
}

/**
 * Takes payments for this process by moving their turn on, so nothing has to be held while the provider is asked, and a
 * process that dies only costs a pause.
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
           when status in ('paid', 'failed') then null
           when status = 'succeeded' then ${nextLook}
           when status = 'expired' and created_at < clock_timestamp() - ${FORGET_EXPIRED_AFTER_H} * interval '1 hour' then null
           else clock_timestamp() + least($3, $2 * 2 ^ least(asked, 20)) * interval '1 second'
         end
     where ${which}
     returning ${paymentColumns}, (extract(epoch from clock_timestamp() - created_at) * 1000)::bigint as age_ms`,
    [providers.map(({ id }) => id), FIRST_PAUSE_S, LONGEST_PAUSE_S, param],
  );
}
