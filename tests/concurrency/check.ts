import { isDeepStrictEqual } from 'node:util';
import type { Ticket } from '#contract/bets.ts';
import type { Transaction } from '#contract/wallet.ts';
import { findContradictions, type Observation } from './order.ts';
import type { Checkout, Event, Player, StartedPayment } from './record.ts';

/** The final state of an account. */
interface Final {
  /** Oldest first. */
  readonly statement: readonly Transaction[];
  readonly bets: readonly Ticket[];
  readonly dep: number;
  readonly win: number;
}

interface State {
  readonly dep: number;
  readonly win: number;
  /** The number of lines in the statement. */
  readonly lines: number;
}

/** Lists the errors in the history of an account. The list is empty when every state can be explained. */
export function checkHistory(player: Player, final: Final): string[] {
  const { states, changeOf, wrong } = readChain(player, final);
  return [
    ...wrong,
    ...checkTickets(player, final.bets),
    ...checkPayments(player, final.statement),
    ...findContradictions(observationsOf(player, final.statement, states, changeOf), states.length - 1),
  ];
}

/**
 * The states that the account went through. What happened in one transaction is one change: the stakes of a checkout, or all
 * that a draw paid the client.
 */
function readChain(player: Player, { statement, dep, win }: Final) {
  const wrong: string[] = [];
  const states: State[] = [{ dep: 0, win: 0, lines: 0 }];
  const changeOf = new Map<string, number>();
  const causeOf = causesOf(player);
  let before: Pick<Transaction, 'dep' | 'win'> = { dep: 0, win: 0 };
  for (const [index, line] of statement.entries()) {
    const expected = { dep: before.dep, win: before.win, [line.wallet]: before[line.wallet] + line.amount };
    if (!isDeepStrictEqual({ dep: line.dep, win: line.win }, expected)) {
      wrong.push(`line ${index} of the statement does not follow from the one before: ${JSON.stringify(line)}`);
    }
    if (line.dep < 0 || line.win < 0) wrong.push(`line ${index} is below zero: ${JSON.stringify(line)}`);
    before = line;

    const cause = causeOf(line);
    const state = { dep: line.dep, win: line.win, lines: index + 1 };
    if (changeOf.get(cause) === states.length - 1) states[states.length - 1] = state;
    else if (changeOf.has(cause)) wrong.push(`${cause} did not happen at once`);
    else changeOf.set(cause, states.push(state) - 1);
  }
  if (before.dep !== dep || before.win !== win) wrong.push('the balance is not that of the last line of the statement');
  return { wrong, states, changeOf };
}

function causesOf({ checkouts }: Player): (line: Transaction) => string {
  const checkoutOf = new Map<string, string>();
  const drawOf = new Map<string, string>();
  for (const checkout of checkouts) {
    for (const ticket of checkout.tickets) {
      checkoutOf.set(ticket.id, changeOfCheckout(checkout));
      drawOf.set(ticket.id, ticket.drawId);
    }
  }
  return ({ kind, reference }) => {
    if (kind === 'bet') return checkoutOf.get(reference) ?? `a bet ${reference} that nobody sent`;
    return `${kind} ${drawOf.get(reference) ?? reference}`;
  };
}

const changeOfCheckout = ({ tickets }: Checkout) => `checkout ${tickets[0]!.id}`;

/** Every acknowledged ticket is stored once, as it was sent, and there is no other ticket. */
function checkTickets({ checkouts }: Player, bets: readonly Ticket[]): string[] {
  const wrong: string[] = [];
  const stored = Map.groupBy(bets, ({ id }) => id);
  for (const { tickets, sends } of checkouts) {
    const acknowledged = sends.some(({ status }) => status === 201);
    for (const ticket of tickets) {
      const found = stored.get(ticket.id) ?? [];
      stored.delete(ticket.id);
      if (found.length !== (acknowledged ? 1 : 0)) wrong.push(`ticket ${ticket.id} is there ${found.length} times`);
      for (const { id, name, drawId, betAmount, selectedNumbers } of found) {
        if (!isDeepStrictEqual({ id, name, drawId, betAmount, selectedNumbers }, ticket)) {
          wrong.push(`ticket ${id} is not what was sent`);
        }
      }
    }
    const answers = sends.flatMap((send) => (send.status === 201 ? [send.tickets.map(({ id }) => id)] : []));
    if (
      answers.some(
        (ids) =>
          !isDeepStrictEqual(
            ids,
            tickets.map(({ id }) => id),
          ),
      )
    ) {
      wrong.push(`the checkout of ${tickets[0]!.id} was answered with other tickets`);
    }
  }
  return [...wrong, ...[...stored.keys()].map((id) => `ticket ${id} was never sent`)];
}

/** However often a payment was sent, it exists once, and its money moves once. */
function checkPayments({ payments }: Player, statement: readonly Transaction[]): string[] {
  return payments.flatMap(({ key, direction, amount, sends }) => {
    const ids = new Set(sends.flatMap(({ payment }) => payment?.id ?? []));
    if (ids.size > 1) return [`the request ${key} made ${ids.size} payments`];
    const moved = statement.filter(({ kind, reference }) => kind === direction && ids.has(reference));
    const sum = moved.reduce((total, line) => total + Math.abs(line.amount), 0);
    return moved.length > 1 || (moved.length === 1 && sum !== amount) ? [`the ${direction} ${key} moved ${sum}`] : [];
  });
}

type ChangeOf = ReadonlyMap<string, number>;

function observationsOf(
  player: Player,
  statement: readonly Transaction[],
  states: readonly State[],
  changeOf: ChangeOf,
): Observation[] {
  const totalOf = (state: number) => states[state]!.dep + states[state]!.win;
  return [
    ...player.checkouts.flatMap((checkout) => observeCheckout(checkout, totalOf, changeOf)),
    ...player.payments.flatMap((payment) => observePayment(payment, states, changeOf)),
    ...player.balances.map((read) =>
      observe(`the balance ${read.dep} + ${read.win}`, read, (state) => {
        return states[state]!.dep === read.dep && states[state]!.win === read.win;
      }),
    ),
    ...player.statements.map((read) => observeStatement(read, statement, states)),
    ...player.bets.map((read) => {
      // A draw is void a moment before its stakes are back; a ticket has only won when its winnings are there.
      const won = read.tickets.filter(({ status }) => status === 'win');
      const causes = won.map(({ drawId }) => `payout ${drawId}`);
      const placed = player.checkouts.filter(({ tickets }) => read.tickets.some(({ id }) => id === tickets[0]!.id));
      const changes = [...causes, ...placed.map(changeOfCheckout)].map((cause) => changeOf.get(cause) ?? Infinity);
      return observe('a list of bets', read, (state) => state >= Math.max(0, ...changes));
    }),
    ...player.paymentLists.flatMap((read) =>
      read.payments.map(({ id, direction, status }) => {
        const change = changeOf.get(`${direction} ${id}`) ?? Infinity;
        const moved = direction === 'withdrawal' || status === 'succeeded';
        return observe(`${direction} ${id} ${status}`, read, (state) => (moved ? state >= change : state < change));
      }),
    ),
  ];
}

function observe(what: string, { startedAt, endedAt }: Event, fits: Observation['fits']): Observation {
  return { what: `${what}, from ${startedAt.toFixed(1)} to ${endedAt.toFixed(1)}`, startedAt, endedAt, fits };
}

/** However often a checkout is sent, it is placed once: after it was first sent and before it was first acknowledged. */
function observeCheckout(checkout: Checkout, totalOf: (state: number) => number, changeOf: ChangeOf): Observation[] {
  const { tickets, sends } = checkout;
  const change = changeOf.get(changeOfCheckout(checkout)) ?? Infinity;
  const total = tickets.reduce((sum, { betAmount }) => sum + betAmount, 0);
  const answers = sends.flatMap((send) => {
    const what = `checkout ${tickets[0]!.id} with ${send.code ?? send.balance}`;
    if (send.status === 201) {
      return observe(what, send, (state) => state >= change && totalOf(state) === send.balance);
    }
    return send.code === 'insufficient_funds' ? observe(what, send, (state) => totalOf(state) < total) : [];
  });
  const acknowledged = sends.filter(({ status }) => status === 201);
  return acknowledged.length === 0
    ? answers
    : [...answers, ...placing(checkout.tickets[0]!.id, change, sends, acknowledged)];
}

function observePayment(
  { direction, amount, sends }: StartedPayment,
  states: readonly State[],
  changeOf: ChangeOf,
): Observation[] {
  if (direction === 'deposit') return [];
  const started = sends.filter(({ payment }) => payment !== null);
  const refused = sends
    .filter(({ code }) => code === 'insufficient_funds')
    .map((send) => observe(`withdrawal of ${amount} refused`, send, (state) => states[state]!.win < amount));
  const id = started[0]?.payment?.id;
  const change = changeOf.get(`withdrawal ${id}`) ?? Infinity;
  return id === undefined ? refused : [...refused, ...placing(`withdrawal ${id}`, change, sends, started)];
}

function placing(
  what: string,
  isChange: number,
  sends: readonly Event[],
  acknowledged: readonly Event[],
): Observation[] {
  const startedAt = Math.min(...sends.map((send) => send.startedAt));
  const endedAt = Math.min(...acknowledged.map((send) => send.endedAt));
  return [{ what: `${what}, its change ${isChange}`, startedAt, endedAt, isChange, fits: () => true }];
}

/** A page has the newest lines of some state: a piece of the whole statement without gaps. */
function observeStatement(
  read: Player['statements'][number],
  statement: readonly Transaction[],
  states: readonly State[],
): Observation {
  const shown = read.lines.toReversed();
  return observe(`a statement that ends with ${JSON.stringify(shown.at(-1))}`, read, (state) => {
    const { lines } = states[state]!;
    return (
      shown.length <= lines &&
      isDeepStrictEqual(shown, statement.slice(lines - shown.length, lines)) &&
      (shown.length === lines || shown.length === 20)
    );
  });
}
