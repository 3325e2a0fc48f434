import { describe, expect, it } from 'vitest';
import { betNames } from '#domain/bet-types.ts';
import { type ActiveBet, type BetAction, changeBet, followsNextDraw, freshBet, nextSlot } from './active-bet.ts';

function play(bet: ActiveBet, ...actions: BetAction[]): ActiveBet {
  return actions.reduce(changeBet, bet);
}

function tap(...numbers: string[]): BetAction[] {
  return numbers.map((number) => ({ type: 'toggleNumber', number }));
}

describe('choosing a bet type', () => {
  it.each([
    ['IziOrder', 9, 300],
    ['IziOne', 1, 0],
    ['IziTwo', 2, 0],
    ['IziABC', 1, 0],
    ['Izi2x', 3, 0],
    ['Izi3x', 3, 0],
  ] as const)('%s starts with %i empty slots and %i XOF', (name, slots, amount) => {
    const before = play(freshBet('IziTwo'), ...tap('4', '9'), { type: 'chooseAmount', amount: 700 });
    const bet = play(before, { type: 'chooseBetType', name });
    expect(bet.name).toBe(name);
    expect(bet.selectedNumbers).toEqual(Array.from({ length: slots }, () => ''));
    expect(bet.betAmount).toBe(amount);
  });

  it('keeps the chosen draw', () => {
    const chosen = play(freshBet('IziOne'), { type: 'chooseMinute', date: '2026-11-20', hour: '18', minute: '35' });
    const bet = play(chosen, { type: 'chooseBetType', name: 'Izi3x' });
    expect([bet.fullDate, bet.selectedHour, bet.selectedMinute]).toEqual(['2026-11-20', '18', '35']);
  });

  it('leaves nothing to undo', () => {
    const bet = play(freshBet('IziTwo'), ...tap('4', '9'), { type: 'chooseBetType', name: 'Izi2x' });
    expect(play(bet, { type: 'undoNumbers' })).toEqual(bet);
  });
});

describe('the number pad', () => {
  it('fills the slots in order', () => {
    expect(play(freshBet('Izi3x'), ...tap('7', '2')).selectedNumbers).toEqual(['7', '2', '']);
  });

  it('removes a number when it is tapped again, and fills that place next', () => {
    const out = play(freshBet('IziOrder'), ...tap('4', '9', '1', '9'));
    expect(out.selectedNumbers.slice(0, 3)).toEqual(['4', '', '1']);
    expect(nextSlot(out)).toBe(1);
    expect(play(out, ...tap('8')).selectedNumbers.slice(0, 3)).toEqual(['4', '8', '1']);
  });

  it('says that it is full, changes nothing, and forgets that at the next change', () => {
    const full = play(freshBet('IziTwo'), ...tap('1', '2', '3'));
    expect(full.full).toBe(true);
    expect(full.selectedNumbers).toEqual(['1', '2']);
    expect(play(full, ...tap('1')).full).toBe(false);
  });

  it('undoes taps, quick picks and new orders, one by one', () => {
    const filled = play(freshBet('IziTwo'), ...tap('1'), { type: 'fillNumbers', numbers: ['8', '3'] });
    const steps = [play(filled, { type: 'fillNumbers', numbers: ['3', '8'] })];
    for (let step = 0; step < 3; step++) steps.push(play(steps.at(-1)!, { type: 'undoNumbers' }));
    expect(steps.map((bet) => bet.selectedNumbers.join(''))).toEqual(['38', '83', '1', '']);
    expect(play(steps.at(-1)!, { type: 'undoNumbers' })).toEqual(steps.at(-1));
  });
});

describe('the draw', () => {
  it('forgets the minute with another hour, and both for the next draw', () => {
    const chosen = play(freshBet('IziOne'), { type: 'chooseMinute', date: '2026-11-20', hour: '18', minute: '35' });
    expect(play(chosen, { type: 'chooseHour', date: '2026-11-21', hour: '19' })).toMatchObject({
      fullDate: '2026-11-21',
      selectedHour: '19',
      selectedMinute: '',
    });
    expect(followsNextDraw(chosen)).toBe(false);
    expect(followsNextDraw(play(chosen, { type: 'chooseNextDraw' }))).toBe(true);
  });
});

describe('a reset', () => {
  it.each(betNames)('clears the numbers, the amount, the hour and the minute of %s', (name) => {
    const filled = play(
      freshBet(name),
      ...tap('5'),
      { type: 'chooseAmount', amount: 900 },
      { type: 'chooseMinute', date: '2026-11-20', hour: '18', minute: '35' },
    );
    expect(play(filled, { type: 'reset' })).toEqual(freshBet(name));
  });
});

describe('loading a ticket', () => {
  it('takes over type, numbers and amount, and uses the next draw', () => {
    const bet = play(freshBet('IziOrder'), {
      type: 'load',
      ticket: { name: 'IziTwo', selectedNumbers: ['8', '3'], betAmount: 500 },
    });
    expect(bet).toMatchObject({ name: 'IziTwo', selectedNumbers: ['8', '3'], betAmount: 500 });
    expect(followsNextDraw(bet)).toBe(true);
  });

  it('takes over the draw of a ticket that has one', () => {
    const bet = play(freshBet('IziOrder'), {
      type: 'load',
      ticket: {
        name: 'IziOne',
        selectedNumbers: ['8'],
        betAmount: 500,
        draw: { date: '2026-11-20', hour: '18', minute: '35' },
      },
    });
    expect([bet.fullDate, bet.selectedHour, bet.selectedMinute]).toEqual(['2026-11-20', '18', '35']);
  });
});
