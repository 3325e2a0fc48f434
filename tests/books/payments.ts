import { randomUUID } from 'node:crypto';
import type { Database } from '#database/connect.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { payoutRules } from '#tests/support/money/payout-rules.ts';
import { createPayments, type PaymentsDeps } from '#server/payments/payments.ts';
import { sweepPayments } from '#server/payments/sweep.ts';
import { changeHistory } from '#tests/support/players/play.ts';
import * as books from './model.ts';
import type { Behaviour } from './party.ts';
import type { Step, StepOf } from './steps.ts';
import { answerOf, follow, pick, type SentPayment, type World } from './world.ts';

/** How our code sees the provider's behaviour. */
export const outcomes = {
  accepts: 'accepted',
  refuses: 'rejected',
  'answer lost': 'unknown',
  'call lost': 'unknown',
} as const satisfies Record<Behaviour, string>;

const expireAfterMs = 30 * 60_000;
const noReview = {
  dayOver: 1_000_000_000,
  phoneDays: 0,
  firstOver: 1_000_000_000,
  playedPercent: 0,
  hours: 24,
};
const partyKeys = openKeyRing(Buffer.alloc(32, 'party'));

export async function pay(world: World, step: StepOf<'pay'>, db: Database): Promise<void> {
  const { model, party, payments } = world;
  const payment: SentPayment = { key: randomUUID(), player: pick(world.clients, step.client)!, step };
  const asked = { clientId: payment.player.clientId, direction: step.direction, amount: step.amount };
  party.next = step.provider;
  await follow(world, step, books.startPayment(model, payment.key, asked, outcomes[step.provider]), async () => {
    const answer = await answerOf(start(world, db, payment));
    return typeof answer === 'string' ? answer : 'started';
  });
  if (world.model.payments[payment.key] !== undefined) payments.push(payment);
}

/** The same request again, or another one with its idempotency key: nothing happens, and the answer is the first one's. */
export async function payAgain(world: World, step: StepOf<'pay again'>, db: Database): Promise<void> {
  const payment = pick(world.payments, step.payment);
  const asked = payment && world.model.payments[payment.key]!;
  // A request that was never answered is waited for, because its answer may still come.
  if (!asked || (!asked.answered && asked.status === 'created')) return;
  const { direction, provider } = payment.step;
  const refused = asked.answered && direction === 'deposit' && provider === 'refuses';
  const first = refused ? 'payment_rejected' : await idOf(world, payment);
  const expected = step.more > 0 ? 'idempotency_mismatch' : first;
  await follow(world, step, nothingHappens(expected), async () => {
    const answer = await answerOf(start(world, db, payment, step.more));
    return typeof answer === 'string' ? answer : answer.id;
  });
}

function start(world: World, db: Database, { key, player, step }: SentPayment, more = 0) {
  const person = { country: 'CI', method: 'party', phone: player.phone, firstName: 'Awa', lastName: 'Koné' };
  return createPayments(depsOf(world, db)).start(
    step.direction,
    player,
    key,
    {
      amount: step.amount + more,
      ...person,
    },
    { address: '127.0.0.1', userAgent: undefined },
  );
}

export async function decide(world: World, step: StepOf<'decide'>): Promise<void> {
  const payment = pick(world.payments, step.payment);
  if (payment) world.party.decide(await idOf(world, payment), step.decision);
}

export async function notify(world: World, step: StepOf<'notify'>, db: Database): Promise<void> {
  const payment = pick(world.payments, step.payment);
  if (!payment) return;
  const id = await idOf(world, payment);
  if (step.decision !== null) world.party.decide(id, step.decision);
  const copies = Array.from({ length: step.crashAfter === null ? step.copies : 1 });
  await follow(
    world,
    step,
    books.takeNotice(world.model, payment.key, world.party.saidOf(id), outcomes[world.party.next]),
    async () => {
      await Promise.all(copies.map(() => takeNotice(world, db, id)));
    },
  );
}

export async function notifyOfUnknownPayment(world: World, step: Step, db: Database): Promise<void> {
  await follow(world, step, nothingHappens(), () => takeNotice(world, db, randomUUID()));
}

async function takeNotice(world: World, db: Database, about: string): Promise<void> {
  const payments = createPayments(depsOf(world, db));
  await payments.takeNotice(world.party.provider.id, Buffer.from(about), {});
  await payments.drain();
}

/** Every payment that waits for its turn gets it. */
export async function sweep(world: World, step: Step, db: Database): Promise<void> {
  const due = await world.site.owner.query<{ key: string; id: string }>(
    `update payment set due_at = clock_timestamp() where client_id = any ($1) and due_at is not null
     returning idempotency_key as key, id`,
    [world.clientIds],
  );
  await follow(world, step, askAbout(world, due), async () => {
    while ((await sweepPayments(depsOf(world, db))) > 0);
  });
}

function* askAbout({ model, party }: World, payments: readonly { key: string; id: string }[]): books.Course {
  for (const { key, id } of payments) yield* books.ask(model, key, party.saidOf(id), outcomes[party.next]);
}

export async function letAnHourPass({ site, clientIds, model }: World): Promise<void> {
  await changeHistory(
    site.owner,
    `update payment
     set created_at = case when created_at > clock_timestamp() - interval '30 minutes' then created_at - interval '1 hour' else created_at end,
       sent_at = case when sent_at > clock_timestamp() - interval '30 minutes' then sent_at - interval '1 hour' else sent_at end
     where client_id = any ($1)`,
    [clientIds],
  );
  for (const payment of Object.values(model.payments)) payment.old = true;
}

/** The later sequences have a party of their own, which knows nothing of these payments. */
export async function forgetPayments({ site, clientIds }: World): Promise<void> {
  await site.owner.query('update payment set due_at = null where client_id = any ($1)', [clientIds]);
}

export function depsOf({ site, party }: World, db: Database): PaymentsDeps {
  // A dead process logs nothing. In the background of any other, what fails is a bug.
  const complain = (about: unknown) => {
    if (db === site.db && 'err' in (about as object)) throw (about as { err: unknown }).err;
  };
  return {
    db,
    partyKeys,
    providers: [party.provider],
    withdrawable: ['win'],
    tiers: false,
    payoutRules,
    reviewRules: { ...noReview, over: books.heldOver },
    expireAfterMs,
    timeZone: site.desk.timeZone,
    publicUrl: () => 'https://izi.example',
    log: { error: complain, warn: complain },
  };
}

export async function idOf({ site }: World, { key }: SentPayment): Promise<string> {
  const [payment] = await site.owner.query<{ id: string }>('select id from payment where idempotency_key = $1', [key]);
  return payment!.id;
}

// oxlint-disable-next-line require-yield -- nothing is committed
function* nothingHappens<A>(answer?: A): books.Course<A | undefined> {
  return answer;
}
