import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { NewTicket } from '#contract/bets.ts';
import type { Database } from '#database/connect.ts';
import { betTypes } from '#domain/bet-types.ts';
import { uuidv7 } from '#domain/uuid.ts';
import { rememberDrawTimes } from '#server/draws/read/draw-times.ts';
import { createIntake } from '#server/tickets/intake.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { webProcesses } from '#tests/support/site/server.ts';
import * as books from './model.ts';
import type { StepOf } from './steps.ts';
import { answerOf, follow, pick, type SentCheckout, type World } from './world.ts';
import { intakeLimits } from '#tests/support/players/play.ts';

export async function bet(world: World, step: StepOf<'bet'>, db: Database): Promise<void> {
  const checkout = {
    player: pick(world.clients, step.client)!,
    tickets: step.bets.map((one): NewTicket => ({
      id: uuidv7(Date.now(), randomBytes(10)),
      name: one.name,
      drawId: pick(world.draws, one.draw)!.id,
      betAmount: one.stake,
      selectedNumbers: one.numbers.map(String),
    })),
  };
  world.checkouts.push(checkout);
  await send(world, step, db, checkout, step.copies);
}

export async function betAgain(world: World, step: StepOf<'bet again'>, db: Database): Promise<void> {
  const checkout = pick(world.checkouts, step.checkout);
  if (checkout === undefined) return;
  const { player, tickets } = checkout;
  const another = world.clients.find((one) => one !== player) ?? player;
  await send(world, step, db, {
    player: step.by === 'another' ? another : player,
    tickets: step.by === 'with another stake' ? tickets.map(withAnotherStake) : tickets,
  });
}

/** All copies at once, in turn at the desks of two processes, or of as many as `WEB_PROCESSES` says. */
async function send(
  world: World,
  step: StepOf<'bet' | 'bet again'>,
  db: Database,
  { player, tickets }: SentCheckout,
  copies = 1,
): Promise<void> {
  const openDesk = () => ({
    ...world.site.desk,
    db,
    intake: createIntake(db, intakeLimits),
    drawTimes: rememberDrawTimes(db),
  });
  const others = Array.from({ length: Math.max(1, webProcesses - 1) }, openDesk);
  const desks = step.crashAfter === null ? [world.site.desk, ...others] : others;
  await follow(world, step, books.placeBets(world.model, player.clientId, tickets), async () => {
    const answers = await Promise.all(
      Array.from({ length: copies }, (_, copy) => answerOf(place(pick(desks, copy)!, player, tickets))),
    );
    expect(new Set(answers).size).toBe(1);
    return answers[0];
  });
}

async function place(
  desk: TicketDesk,
  player: SentCheckout['player'],
  tickets: readonly NewTicket[],
): Promise<books.BetAnswer> {
  const placed = await placeBets(desk, player, tickets);
  expect(placed.tickets.map(({ id }) => id)).toEqual(tickets.map(({ id }) => id));
  return 'placed';
}

/** Another stake that is also valid for the ticket's bet type. */
function withAnotherStake(ticket: NewTicket): NewTicket {
  const { maxStake, stakeStep } = betTypes[ticket.name];
  return { ...ticket, betAmount: ticket.betAmount + (ticket.betAmount < maxStake ? stakeStep : -stakeStep) };
}
