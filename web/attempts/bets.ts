import type { NewTicket } from '#contract/bets.ts';
import type { Problem, ProblemCode, ProblemError } from '#contract/problems.ts';
import { uuidTime } from '#domain/uuid.ts';
import { readBasket, type BasketItem } from '#web/basket/basket.ts';
import { keepAttempts, mintId } from './attempt.ts';
import { local } from '#web/storage/storage.ts';

/**
 * One tap on Pay: the tickets it sends, and their ids. It is stored until it is answered, and survives a reload. Only a
 * retry with the same ids is safe: the server takes each id once.
 */
export interface BetsAttempt {
  /** The client who pays. Another client on the same phone must not send this attempt. */
  readonly clientId: number;
  readonly entries: readonly { readonly item: BasketItem; readonly ticketId: string }[];
  /** False from the moment it is sent until the server has accepted or refused it. */
  readonly answered: boolean;
}

/** In local storage, like the basket: an unanswered attempt must outlive the tab. */
export const betsAttempts = keepAttempts(local, 'checkout', (stored) => {
  const { clientId, entries, answered } = stored as BetsAttempt;
  const items = readBasket(JSON.stringify(entries.map(({ item }) => item)));
  const whole = items.length === entries.length && entries.every(({ ticketId }) => typeof ticketId === 'string');
  return whole && typeof clientId === 'number' && typeof answered === 'boolean'
    ? { clientId, entries, answered }
    : null;
});

/** The server refuses ids over 24 hours old. */
const idLifetime = 23 * 3_600_000;

/**
 * The tickets that the next tap on Pay sends. An unanswered attempt is sent again unchanged. After a refusal an unchanged ticket keeps its
 * id, because an earlier call with the same id may still arrive.
 *
 * @param now the server's time, in milliseconds since 1970
 */
export function nextAttempt(
  before: BetsAttempt | null,
  clientId: number,
  items: readonly BasketItem[],
  now: number,
): BetsAttempt {
  const mine = before?.clientId === clientId ? before : null;
  if (mine && !mine.answered) return mine;
  // Lists of tickets are in the order of the ids, so new ids are in the order of the basket.
  const ids = items.map(() => mintId(now)).toSorted();
  const entries = items.map((item, index) => ({ item, ticketId: keptId(mine, item, now) ?? ids[index]! }));
  return { clientId, entries, answered: false };
}

/** The body of `POST /bets` for an attempt. */
export function ticketsOf(attempt: BetsAttempt): NewTicket[] {
  return attempt.entries.map(({ item, ticketId }) => ({
    id: ticketId,
    name: item.name,
    drawId: item.drawId,
    betAmount: item.betAmount,
    selectedNumbers: [...item.selectedNumbers],
  }));
}

/** The error of each refused ticket, by basket item, as far as the problem names tickets. */
export function refusalsByItem(attempt: BetsAttempt, problem: Problem): Record<string, ProblemError> {
  const refusals: Record<string, ProblemError> = {};
  for (const error of problem.errors ?? []) {
    const index = /^tickets\.(\d+)(\.|$)/.exec(error.path)?.[1];
    const entry = attempt.entries.find(({ ticketId }) => ticketId === error.id) ?? attempt.entries[Number(index)];
    if (entry) refusals[entry.item.id] ??= error;
  }
  return refusals;
}

/** After these refusals the ids cannot be used again: the next tap needs new ones. */
export function spendsIds(code: string | null): boolean {
  return code === 'ticket_conflict' || code === 'invalid_request';
}

/** Whether a ticket was refused because of its draw, so that moving it to another draw helps. */
export function isAboutDraw(code: ProblemCode | undefined): boolean {
  return code !== undefined && aboutDraw.has(code);
}

const aboutDraw: ReadonlySet<ProblemCode> = new Set(['draw_closed', 'draw_not_open', 'unknown_draw', 'sales_stopped']);

function keptId(before: BetsAttempt | null, item: BasketItem, now: number): string | undefined {
  const kept = before?.entries.find((entry) => entry.item.id === item.id && sameContents(entry.item, item))?.ticketId;
  return kept && now - uuidTime(kept) < idLifetime ? kept : undefined;
}

/** Whether a ticket is still as it was sent. */
export function sameContents(a: BasketItem, b: BasketItem): boolean {
  return (
    a.name === b.name &&
    a.drawId === b.drawId &&
    a.betAmount === b.betAmount &&
    a.selectedNumbers.join() === b.selectedNumbers.join()
  );
}
