import { describe, expect, it } from 'vitest';
import type { BetName } from '#domain/bet-types.ts';
import { litPlaces, sumUp } from './mine.ts';

const result = Array.from('491728536');

function ticket(
  name: BetName,
  numbers: string,
  status: 'pending' | 'win' | 'lost' | 'void' = 'lost',
  payout: number | null = 0,
) {
  return { drawId: 'd', name, selectedNumbers: Array.from(numbers), status, payout };
}

function lit(...tickets: ReturnType<typeof ticket>[]): string {
  return result.filter((_, place) => litPlaces(result, tickets)[place]).join('');
}

describe('the highlighted places of a result', () => {
  it.each([
    ['IziOrder', '419728563', '47285'],
    ['IziOne', '4', '4'],
    ['IziOne', '9', ''],
    ['IziTwo', '91', '9'],
    ['IziABC', '1', '1'],
    ['Izi2x', '146', '41'],
    ['Izi3x', '194', '491'],
  ] as const)('of %s %s are %s', (name, numbers, places) => {
    expect(lit(ticket(name, numbers))).toBe(places);
  });

  it('are those of all tickets together, and none without tickets', () => {
    expect(lit(ticket('IziOne', '4'), ticket('IziABC', '1'))).toBe('41');
    expect(lit()).toBe('');
  });
});

describe('how a draw went', () => {
  it('adds up what was won', () => {
    const tickets = [ticket('IziOne', '4', 'win', 600), ticket('IziOne', '9'), ticket('IziABC', '1', 'win', 200)];
    expect(sumUp(tickets)).toEqual({ tickets: 3, won: 800 });
  });

  it('does not count a refunded stake as won', () => {
    expect(sumUp([ticket('IziOne', '4', 'void', 100)])).toEqual({ tickets: 1, won: 0 });
  });

  it('is not known before all are settled', () => {
    expect(sumUp([ticket('IziOne', '4', 'win', 600), ticket('IziOne', '9', 'pending', null)]).won).toBeNull();
  });
});
