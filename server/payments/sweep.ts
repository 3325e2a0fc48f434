import type { Logger } from 'pino';
import type { Queryable } from '#database/connect.ts';
import { paymentColumns } from './payment-row.ts';
import type { PaymentProvider } from './provider.ts';
import { resolvePayment, type DuePayment, type ResolveDeps } from './resolve.ts';

export interface SweepDeps extends ResolveDeps {
  readonly providers: readonly PaymentProvider[];
  readonly log: Pick<Logger, 'error'>;
}

const BATCH = 20;
/** The pause after a payment was asked about for the first time; it doubles each time, up to the longest. */
const FIRST_PAUSE_S = 10;
const LONGEST_PAUSE_S = 300;
/** How long after its start an expired deposit is still asked about. A notice is heard at any time. */
const FORGET_EXPIRED_AFTER_H = 48;

/** Asks the providers about the payments whose turn it is. Returns how many there were; at most a batch. */
export async function sweepPayments(deps: SweepDeps): Promise<number> {
  const due = await claim(deps.db, deps.providers, 'due_at <= clock_timestamp()', 'skip locked');
  await Promise.all(due.map((payment) => resolveClaimed(deps, payment)));
  return due.length;
}

/** Asks about one payment now, whenever its turn may be. */
export async function sweepPayment(deps: SweepDeps, paymentId: string): Promise<void> {
  const due = await claim(deps.db, deps.providers, `id = $5 and status not in ('succeeded', 'paid')`, '', paymentId);
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
 */
function claim(
  db: Queryable,
  providers: readonly PaymentProvider[],
  which: string,
  whenLocked: '' | 'skip locked',
  paymentId?: string,
): Promise<DuePayment[]> {
  return db.query<DuePayment>(
    `update payment
     set asked = asked + 1,
         due_at = case
           when status in ('succeeded', 'paid', 'failed') then null
           when status = 'expired' and created_at < clock_timestamp() - ${FORGET_EXPIRED_AFTER_H} * interval '1 hour' then null
           else clock_timestamp() + least($3, $2 * 2 ^ least(asked, 20)) * interval '1 second'
         end
     where id in (
       select id from payment
       where ${which} and provider = any($1) order by due_at limit $4 for no key update ${whenLocked}
     )
     returning ${paymentColumns}, (extract(epoch from clock_timestamp() - created_at) * 1000)::bigint as age_ms`,
    [
      providers.map(({ id }) => id),
      FIRST_PAUSE_S,
      LONGEST_PAUSE_S,
      BATCH,
      ...(paymentId === undefined ? [] : [paymentId]),
    ],
  );
}
