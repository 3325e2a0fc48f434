import { describe, expect, it } from 'vitest';
import type { BasketItem } from './basket.ts';
import { hasClosed, moveTo, planMoves, stopOfItem } from './closing.ts';

const item: BasketItem = {
  id: 'a',
  name: 'IziOne',
  drawId: 'draw-1835',
  fullDate: '2026-11-20T18:35:00.000Z',
  betAmount: 100,
  selectedNumbers: ['4'],
};

function drawAt(time: string) {
  return { id: `draw-${time}`, fullDate: `2026-11-20T${time}:00.000Z` };
}

const before = Date.parse('2026-11-20T18:34:45.000Z');
const after = Date.parse('2026-11-20T18:35:00.000Z');

it.each([
  ['the next draw is its own', drawAt('18:35'), before, false],
  ['an earlier draw is next', drawAt('18:30'), before, false],
  ['a later draw is next, although it has not been drawn yet', drawAt('18:40'), before, true],
  ['no draw is known and its time has not come', null, before, false],
  ['no draw is known and its time has come', null, after, true],
  ['nothing is known', null, null, false],
])('%s', (_, next, now, closed) => {
  expect(hasClosed(item, next, now)).toBe(closed);
});

it('is open again when it was moved to the next draw', () => {
  const next = drawAt('18:40');
  const moved = { ...item, ...moveTo(next) };
  expect(moved).toMatchObject({ drawId: 'draw-18:40', betAmount: 100, selectedNumbers: ['4'] });
  expect(hasClosed(moved, next, after)).toBe(false);
});

it('is not on sale if no draw takes place at its time', () => {
  expect(hasClosed({ ...item, drawId: '' }, drawAt('18:35'), before)).toBe(true);
});

describe('planMoves', () => {
  const open = ['18:40', '18:41', '18:42', '18:43', '18:44'].map(drawAt);
  const on = (id: string, time: string, patch: Partial<BasketItem> = {}): BasketItem => ({
    ...item,
    id,
    ...moveTo(drawAt(time)),
    ...patch,
  });
  const plan = (leaving: readonly BasketItem[], items = leaving, draws = open) =>
    Object.fromEntries([...planMoves(leaving, items, draws)].map(([id, draw]) => [id, draw.id.slice('draw-'.length)]));

  it('puts a series of five on the next five draws in a row', () => {
    const series = ['18:35', '18:36', '18:37', '18:38', '18:39'].map((time, index) => on(`s${index}`, time));
    expect(plan(series)).toEqual({ s0: '18:40', s1: '18:41', s2: '18:42', s3: '18:43', s4: '18:44' });
    expect(plan(series.toReversed())).toEqual(plan(series));
  });

  it('puts the closed draw of a series behind the draws that are still open', () => {
    const items = [on('s0', '18:39'), on('s1', '18:40'), on('s2', '18:41')];
    expect(plan(items.slice(0, 1), items)).toEqual({ s0: '18:42' });
  });

  it('moves different tickets to the same draw', () => {
    const other = { selectedNumbers: ['5'] };
    expect(plan([on('a', '18:38'), on('b', '18:39', other), on('c', '18:39', { betAmount: 300 })])).toEqual({
      a: '18:40',
      b: '18:40',
      c: '18:40',
    });
  });

  it('moves together what was on one draw together', () => {
    expect(plan([on('a', '18:38'), on('b', '18:38'), on('c', '18:39')])).toEqual({
      a: '18:40',
      b: '18:40',
      c: '18:41',
    });
  });

  it('moves a ticket that its draw has refused to another draw, not to the same', () => {
    expect(plan([on('a', '18:40')])).toEqual({ a: '18:41' });
  });

  it('skips a draw in which its bet type is stopped', () => {
    const stops = [
      {
        name: 'IziOne' as const,
        sentence: 'Back at noon.',
        cause: 'operator' as const,
        since: '2026-11-20T10:00:00.000Z',
      },
    ];
    const draws = open.map((draw, index) => (index < 2 ? { ...draw, stops } : draw));
    expect(plan([on('a', '18:40')], undefined, draws)).toEqual({ a: '18:42' });
    expect(plan([on('a', '18:40', { name: 'IziTwo', selectedNumbers: ['4', '5'] })], undefined, draws)).toEqual({
      a: '18:41',
    });
    expect(stopOfItem(on('a', '18:41'), draws)?.sentence).toBe('Back at noon.');
    expect(stopOfItem(on('a', '18:42'), draws)).toBeUndefined();
  });

  it('leaves out tickets for which no open draw is left', () => {
    const series = ['18:35', '18:36', '18:37'].map((time, index) => on(`s${index}`, time));
    expect(plan(series, series, open.slice(0, 2))).toEqual({ s0: '18:40', s1: '18:41' });
    expect(plan(series, series, [])).toEqual({});
  });
});
