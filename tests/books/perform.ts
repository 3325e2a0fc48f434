import type { Database } from '#database/connect.ts';
import { bet, betAgain } from './bets.ts';
import { crashAfter } from './crash.ts';
import { advanceDraws, endingOf, moveTheClock } from './draws.ts';
import {
  decide,
  forgetPayments,
  letAnHourPass,
  notify,
  notifyOfUnknownPayment,
  pay,
  payAgain,
  sweep,
} from './payments.ts';
import { adjust, decideByHand, judge } from './operators.ts';
import type { Sequence, Step } from './steps.ts';
import { createWorld, type Site, type World } from './world.ts';

/** Performs every step of a sequence, and fails at the first step after which the product and the model differ. */
export async function perform(site: Site, sequence: Sequence): Promise<void> {
  const world = await createWorld(site, sequence);
  // A quarter of an hour after its last use an operator's session ends, and the long run takes longer.
  const [asks, approves] = site.operators;
  await site.console.query('select console.use_session($1, true), console.use_session($2, true)', [
    asks.token,
    approves.token,
  ]);
  for (const step of [...sequence.steps, ...endingOf(world)]) await performStep(world, step);
  await forgetPayments(world);
}

function performStep(world: World, step: Step): Promise<void> {
  // The worker's acts are among the steps, and it may do all that a player's process may.
  const { worker: db } = world.site;
  const mine: Database = step.crashAfter === null ? db : crashAfter(db, step.crashAfter);
  switch (step.do) {
    case 'bet':
      return bet(world, step, mine);
    case 'bet again':
      return betAgain(world, step, mine);
    case 'move the clock':
      return moveTheClock(world, step);
    case 'advance draws':
      return advanceDraws(world, step, mine);
    case 'pay':
      return pay(world, step, mine);
    case 'pay again':
      return payAgain(world, step, mine);
    case 'decide':
      return decide(world, step);
    case 'notify':
      return notify(world, step, mine);
    case 'notify of nothing':
      return notifyOfUnknownPayment(world, step, mine);
    case 'sweep':
      return sweep(world, step, mine);
    case 'let an hour pass':
      return letAnHourPass(world);
    case 'judge':
      return judge(world, step, mine);
    case 'decide by hand':
      return decideByHand(world, step, mine);
    case 'adjust':
      return adjust(world, step, mine);
  }
}
