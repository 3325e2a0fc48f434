import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { NewTicket } from '#contract/bets.ts';
import type { Database } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import type { TicketDesk } from '#server/tickets/place-bets.ts';
import type { TestOperator } from '#tests/support/operator/operators.ts';
import type { TestDatabase } from '#tests/support/database/database.ts';
import { createDraws, createPlayer } from '#tests/support/players/play.ts';
import { createModel, move, type Course, type Model } from './model.ts';
import { observe, viewOf } from './observe.ts';
import { createParty, type Party } from './party.ts';
import type { Sequence, Step, StepOf } from './steps.ts';

/** A database that many sequences use one after the other, each with its own clients and draws. */
export interface Site extends TestDatabase {
  /** Two operators: one asks, the other approves. */
  readonly operators: readonly [asks: TestOperator, approves: TestOperator];
  readonly desk: TicketDesk;
  readonly observer: Database;
}

/** A running sequence: its clients and draws, what was sent so far, and the model. */
export interface World {
  readonly site: Site;
  readonly clients: readonly SignedIn[];
  readonly clientIds: readonly number[];
  readonly draws: readonly { readonly id: string; readonly result: readonly number[] }[];
  readonly checkouts: SentCheckout[];
  readonly payments: SentPayment[];
  readonly party: Party;
  model: Model;
}

export interface SentCheckout {
  readonly player: SignedIn;
  readonly tickets: readonly NewTicket[];
}

export interface SentPayment {
  readonly key: string;
  readonly player: SignedIn;
  readonly step: StepOf<'pay'>;
}

const day = 24 * 60 * 60 * 1_000;

export async function createWorld(site: Site, { clients: funds, draws: results }: Sequence): Promise<World> {
  const clients = await Promise.all(funds.map((each) => createPlayer(site.owner, each)));
  // Operators act on accounts that are there.
  await site.owner.query(
    `insert into client (id, phone, password_hash, first_name, last_name, birth_date, country)
     overriding system value select id, 'of ' || id, '', 'Awa', 'Koné', '1990-01-01', 'CI' from unnest($1::bigint[]) as id`,
    [clients.map(({ clientId }) => clientId)],
  );
  const ids = await createDraws(
    site.owner,
    results.map(() => ({ closesIn: day, drawsIn: day + Math.floor(Math.random() * day) })),
  );
  const draws = ids.map((id, index) => ({ id, result: results[index]! }));
  const model = createModel(draws);
  for (const [index, { clientId }] of clients.entries()) {
    move(model, 'adjustment', `dep ${clientId}`, funds[index]!.dep);
    move(model, 'adjustment', `win ${clientId}`, funds[index]!.win);
  }
  const clientIds = clients.map(({ clientId }) => clientId);
  return { site, clients, clientIds, draws, checkouts: [], payments: [], party: createParty(), model };
}

/**
 * Performs a step with the product and with the model, and fails where they differ: in the answer, or in the books
 * afterwards. The answer of a process that crashes half-way does not count, and the books may then hold any of the states
 * between its commits. The model continues from the state that they do hold.
 */
export async function follow<A>(
  world: World,
  step: Step,
  course: Course<A>,
  work: () => Promise<unknown>,
): Promise<void> {
  const states = [structuredClone(world.model)];
  let next = course.next();
  for (; !next.done; next = course.next()) states.push(structuredClone(world.model));

  const answer = await work().catch((error: unknown) => {
    if (step.crashAfter === null) throw error;
  });
  if (step.crashAfter === null && next.value !== undefined) expect(answer).toEqual(next.value);
  const observed = await observe(world.site.observer, world.model, world.clientIds);
  if (step.crashAfter !== null) {
    world.model = states.find((state) => isDeepStrictEqual(viewOf(state), observed)) ?? world.model;
  }
  expect(observed).toEqual(viewOf(world.model));
}

/** The thing that a step refers to by a number. */
export function pick<T>(items: readonly T[], number: number): T | undefined {
  return items[number % items.length];
}

/** A refusal is an answer too: its code. */
export async function answerOf<A>(work: Promise<A>): Promise<A | string> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code;
  }
}
