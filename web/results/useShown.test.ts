import { describe, expect, it } from 'vitest';
import { holdBack } from './useShown.ts';

/** Draws of these minutes, newest first. */
function drawsAt(...minutes: number[]) {
  return minutes.map((minute) => ({ id: `d${minute}`, fullDate: `2026-11-22T10:${minute}:00.000Z`, status: 'drawn' }));
}

const read = (kept: number[], draws: number[]) => {
  const { shown, waiting } = holdBack(drawsAt(...kept), drawsAt(...draws));
  return [shown.map(({ id }) => id), waiting];
};

describe('the shown part of a live list', () => {
  it('is everything before the page is touched', () => expect(read([], [12, 11])).toEqual([['d12', 'd11'], 0]));

  it('is fixed when the page is touched: new draws wait', () =>
    expect(read([12, 11], [14, 13, 12, 11])).toEqual([['d12', 'd11'], 2]));

  it('stays when new draws push it off the loaded page', () =>
    expect(read([12, 11], [15, 14])).toEqual([['d12', 'd11'], 2]));

  it('grows by older draws at its end', () =>
    expect(read([12, 11], [13, 12, 11, 10])).toEqual([['d12', 'd11', 'd10'], 1]));

  it('lets a late draw wait that belongs between others', () =>
    expect(read([14, 12], [14, 13, 12])).toEqual([['d14', 'd12'], 1]));

  it('has the current state of each draw', () => {
    const settled = drawsAt(12).map((draw) => ({ ...draw, status: 'settled' }));
    expect(holdBack(drawsAt(12), settled).shown).toEqual(settled);
  });
});
