import { describe, expect, it } from 'vitest';
import { arrangements, payoutOf } from '#domain/outcome.ts';
import { betNames, betTypes, type BetName } from '#domain/bet-types.ts';
import { payingAt, seatsOf, standingOf, sumOf, winsFirst } from './standing.ts';

const result = Array.from('792416835');

function ticket(name: BetName, numbers: string, betAmount = 300) {
  return { name, selectedNumbers: Array.from(numbers), betAmount };
}

/** The ticket's state after each ball, from none to all nine. */
function states(...of: Parameters<typeof ticket>) {
  return Array.from({ length: 10 }, (_, out) => standingOf(ticket(...of), result.slice(0, out)).state[0]).join('');
}

describe('a ticket’s standing, ball by ball', () => {
  it.each([
    ['IziOne', '7', 'oppppppppp'],
    ['IziOne', '9', 'olllllllll'],
    ['IziTwo', '97', 'oopppppppp'],
    ['IziTwo', '49', 'olllllllll'],
    ['IziTwo', '74', 'oollllllll'],
    ['IziABC', '2', 'oooppppppp'],
    ['IziABC', '4', 'ooolllllll'],
    ['Izi2x', '279', 'oopppppppp'],
    ['Izi2x', '248', 'oollllllll'],
    ['Izi3x', '279', 'oooppppppp'],
    ['Izi3x', '174', 'oollllllll'],
    ['IziOrder', '792534168', 'oooppppppp'],
    ['IziOrder', '123456789', 'ooooooolll'],
  ] as const)('%s %s', (name, numbers, expected) => {
    expect(states(name, numbers)).toBe(expected);
  });

  it('never pays less for an IziOrder ticket as balls come out, and more with every tier', () => {
    const pays = Array.from(
      { length: 10 },
      (_, out) => standingOf(ticket('IziOrder', '792416835'), result.slice(0, out)).pays,
    );
    expect(pays.map((amount) => amount / 300)).toEqual([0, 0, 0, 4, 10, 30, 120, 600, 600, 20_000]);
  });

  it('is what the rules pay at the ninth ball', () => {
    for (const name of betNames.filter((each) => each !== 'IziOrder')) {
      for (const numbers of arrangements(betTypes[name].slots)) {
        const standing = standingOf(ticket(name, numbers.join('')), result);
        const payout = payoutOf(betTypes[name], numbers, 300, result.map(Number));
        expect(standing).toMatchObject({ pays: payout, state: payout > 0 ? 'pays' : 'lost' });
      }
    }
  });
});

describe('the tickets of a draw', () => {
  const tickets = [ticket('IziTwo', '49'), ticket('IziABC', '2'), ticket('IziOne', '7')];
  const after = (balls: number) => tickets.map((each) => standingOf(each, result.slice(0, balls)));

  it('add up to the payout so far and the stake', () => {
    expect(sumOf(after(0))).toEqual({ paid: 0, staked: 900 });
    expect(sumOf(after(1))).toEqual({ paid: 1_800, staked: 900 });
    expect(sumOf(after(9))).toEqual({ paid: 2_400, staked: 900 });
  });

  it('light the balls that make them pay, and no other', () => {
    expect(payingAt(after(3), result.slice(0, 3))).toEqual([['IziOne'], [], ['IziABC']]);
    expect(payingAt([standingOf(ticket('IziTwo', '97'), ['7'])], ['7'])).toEqual([[]]);
    expect(payingAt([standingOf(ticket('IziTwo', '97'), ['7', '9'])], ['7', '9'])).toEqual([['IziTwo'], ['IziTwo']]);
  });

  it('are listed with the wins first', () => {
    expect(winsFirst(after(9)).map(({ ticket: { name } }) => name)).toEqual(['IziOne', 'IziABC', 'IziTwo']);
    expect(winsFirst(after(0)).map(({ ticket: { name } }) => name)).toEqual(['IziTwo', 'IziABC', 'IziOne']);
  });

  it('have a seat where their stake is among the four largest, IziOne under the first socket and one in order', () => {
    const on = (...all: [BetName, string, number][]) => {
      const { under, order, others } = seatsOf(all.map((of) => standingOf(ticket(...of), [])));
      return {
        under: under.map((each) => each.ticket.name),
        order: order?.ticket.selectedNumbers.join('') ?? '',
        others,
      };
    };
    expect(on(['IziABC', '5', 100], ['Izi2x', '147', 300], ['IziOne', '7', 200])).toEqual({
      under: ['IziOne', 'Izi2x', 'IziABC'],
      order: '',
      others: 0,
    });
    expect(
      on(
        ['IziABC', '5', 100],
        ['IziOrder', '123456789', 300],
        ['IziOrder', '987654321', 900],
        ['IziTwo', '12', 200],
        ['IziOne', '1', 150],
      ),
    ).toEqual({ under: ['IziOne', 'IziTwo'], order: '987654321', others: 2 });
  });
});
