import type { Database } from '#database/connect.ts';
import { createLog } from '#server/http/log.ts';
import { createCarryingOut } from '#server/operator-work/carry-out.ts';
import { createExecutors } from '#server/operator-work/executors.ts';
import { sweepPayment } from '#server/payments/sweep.ts';
import { testConsoleUrl } from '#tests/support/operator/operators.ts';
import * as books from './model.ts';
import { depsOf, idOf, outcomes } from './payments.ts';
import type { StepOf } from './steps.ts';
import { follow, pick, type World } from './world.ts';

const reason = 'As the sequence says.';

export async function judge(world: World, step: StepOf<'judge'>, db: Database): Promise<void> {
  const { site, model, party } = world;
  const payment = pick(world.payments, step.payment);
  if (!payment) return;
  const id = await idOf(world, payment);
  const course = books.judge(model, payment.key, step.verdict, outcomes[party.next]);
  await follow(world, step, course, async () => {
    const call =
      step.verdict === 'released'
        ? 'console.release_withdrawal($1, $2, $3)'
        : `console.refuse_withdrawal($1, $2, $3, 'We cannot send it.')`;
    const [row] = await site.console.query<{ outcome: string }>(`select ${call} as outcome`, [
      site.operators[0].token,
      id,
      reason,
    ]);
    if (row!.outcome === step.verdict) await sweepPayment(depsOf(world, db), id);
    return row!.outcome;
  });
}

export async function decideByHand(world: World, step: StepOf<'decide by hand'>, db: Database): Promise<void> {
  const { site, model, party } = world;
  const payment = pick(world.payments, step.payment);
  if (!payment) return;
  const id = await idOf(world, payment);
  const said = party.saidOf(id);
  const course = books.decideByHand(model, payment.key, step.moved, said, outcomes[party.next]);
  await follow(world, step, course, async () => {
    await sweepPayment(depsOf(world, site.db), id);
    const [seen] = await site.owner.query<{ status: string; amount: number; direction: string }>(
      'select status, amount, direction from payment where id = $1',
      [id],
    );
    const became = step.moved ? (seen!.direction === 'deposit' ? 'succeeded' : 'paid') : 'failed';
    return byTwo(world, db, {
      kind: 'decide_payment',
      subject: `payment ${id}`,
      newValues: { status: became },
      oldValues: { status: seen!.status, amount: seen!.amount },
      evidence: 'a line of the statement',
      crashes: step.crashAfter !== null,
    });
  });
}

export async function adjust(world: World, step: StepOf<'adjust'>, db: Database): Promise<void> {
  const { clientId } = pick(world.clients, step.client)!;
  const course = books.adjust(world.model, clientId, step.wallet, step.amount);
  await follow(world, step, course, () =>
    byTwo(world, db, {
      kind: 'adjust',
      subject: `client ${clientId}`,
      newValues: { wallet: step.wallet, amount: step.amount, told: 'A correction.', case: 'C-1' },
      oldValues: {},
      evidence: null,
      crashes: step.crashAfter !== null,
    }),
  );
}

interface Asked {
  readonly kind: string;
  readonly subject: string;
  readonly newValues: object;
  readonly oldValues: object;
  readonly evidence: string | null;
  /** The first worker dies; another one finishes what it left. */
  readonly crashes: boolean;
}

/** One asks, another approves, and a worker carries it out. @returns how the request ended, or `unmet` */
async function byTwo(world: World, db: Database, { crashes, ...asked }: Asked): Promise<string> {
  const { console: desk, worker: whole, owner, operators } = world.site;
  const [request] = await desk.query<{ outcome: string; id: string }>(
    'select outcome, id from console.make_request($1, $2, $3, $4, $5, $6, $7, $8, null, null)',
    [
      operators[0].token,
      asked.kind,
      asked.subject,
      JSON.stringify(asked.newValues),
      JSON.stringify(asked.oldValues),
      reason,
      asked.evidence,
      testConsoleUrl,
    ],
  );
  if (request!.outcome !== 'asked') return request!.outcome;
  const { id } = request!;
  await desk.query('select console.approve_request($1, $2, $3, null)', [operators[1].token, id, reason]);
  if (crashes) await carryOut(world, db).catch(() => {});
  await carryOut(world, whole);
  const [end] = await owner.query<{ status: string }>('select status::text from console.request where id = $1', [id]);
  return end!.status;
}

async function carryOut(world: World, db: Database): Promise<void> {
  const executors = createExecutors({
    identity: {} as never,
    askProvider: (paymentId) => sweepPayment(depsOf(world, db), paymentId),
  });
  await createCarryingOut({ db, executors, log: createLog('silent') }).step(new AbortController().signal);
}
