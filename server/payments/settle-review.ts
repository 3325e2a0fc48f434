import type { Database } from '#database/connect.ts';
import { isStoppedBy } from '#domain/payment-routes.ts';
import { readPayoutsWait } from '#server/identity/cooling-off/cooling-off.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { applyFact, type AlarmDeps } from './apply-fact.ts';
import { isRaised } from './operation-flag.ts';
import { partyColumns, partyOf, type PartyRow } from './party/party.ts';
import type { PaymentRow } from './payment-row.ts';
import type { PaymentProvider } from './provider.ts';
import { findOffer, holdAccounts, readRouting, waysFor } from './routing.ts';
import { factOf, payoutRequest, reroute, sendPayment } from './send-payment.ts';
import { transition } from './transition.ts';

export interface SettleReviewDeps extends AlarmDeps {
  readonly db: Database;
  /** The accounts of the site. */
  readonly providers: readonly PaymentProvider[];
  /** Opens the party of a withdrawal. */
  readonly partyKeys: KeyRing;
}

/**
 * Carries out what an operator decided about a held withdrawal, once, however many processes try: a refused one gives its money
 * back, a released one is sent to its provider, or to another account where payments of its own are stopped or pause. While withdrawals are
 * stopped, those of its network, or the client's wait, a released one stays.
 */
export async function settleReview(
  deps: SettleReviewDeps,
  provider: PaymentProvider,
  payment: PaymentRow,
): Promise<void> {
  const { db } = deps;
  const verdict = await readVerdict(db, payment.id);
  if (verdict === null) return;
  if (verdict === 'refused') {
    await db.transact((tx) => transition(tx, payment.id, { kind: 'refused' }));
    return;
  }
  const routing = await readRouting(db, deps.providers);
  const offer = await findOffer(routing, payment);
  const others = waysFor(offer?.ways ?? [], payment.amount)
    .map((way) => way.provider)
    .filter(({ id }) => id !== provider.id);
  const startedAt = performance.now();
  const [row] = await db.query<PaymentRow & PartyRow>(
    `select id, client_id, ${partyColumns} from payment where id = $1`,
    [payment.id],
  );
  const party = partyOf(deps.partyKeys, row!);
  if (party === null) throw new Error(`the party of payment ${payment.id} is unknown`);
  const sent = await db.transact(async (tx) => {
    // The wallet's lock comes after the payment's everywhere, so only the flags are read here.
    if (await isRaised(tx, 'withdrawals_stopped')) return null;
    if ((await readPayoutsWait(tx, payment.client_id)) !== null) return null;
    const { accounts } = await holdAccounts(tx, payment.id, [provider, ...others], payment);
    const [own] = accounts;
    if (own === undefined) return null;
    const moved = await transition(tx, payment.id, { kind: 'released' });
    // Another process was faster. It alone calls the provider.
    if (moved.from !== 'review') return null;
    const because = routing.stops.some((stop) => isStoppedBy(stop, payment, provider.id)) ? 'stopped' : 'paused';
    if (own !== provider && !(await reroute(tx, payment.id, provider.id, own.id, because))) {
      throw new Error(`payment ${payment.id} could not go to ${own.id}`);
    }
    return { payment: moved.payment, accounts };
  });
  if (sent === null) return;
  const request = payoutRequest(sent.payment, party, deps.partyKeys);
  const { account, outcome } = await sendPayment(deps, sent.payment, sent.accounts, startedAt, (each) =>
    each.payout(request),
  );
  await applyFact(deps, payment.id, factOf(outcome), account);
}

async function readVerdict(db: Database, paymentId: string): Promise<'released' | 'refused' | null> {
  const [row] = await db.query<{ verdict: 'released' | 'refused' }>(
    'select verdict from withdrawal_review_end where payment_id = $1',
    [paymentId],
  );
  return row?.verdict ?? null;
}
