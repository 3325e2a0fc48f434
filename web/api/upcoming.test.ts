import { expect, it } from 'vitest';
import { openDraws } from './upcoming.ts';

function draw(time: string, status: 'open' | 'closed' = 'open') {
  const drawsAt = Date.parse(`2026-11-20T${time}:00.000Z`);
  return { id: time, closesAt: new Date(drawsAt - 30_000).toISOString(), status };
}

it('removes a draw when its sales close, not when it is drawn', () => {
  const draws = [draw('18:30', 'closed'), draw('18:35'), draw('18:40')];
  const closing = Date.parse('2026-11-20T18:34:30.000Z');
  expect(openDraws(draws, closing - 1).map(({ id }) => id)).toEqual(['18:35', '18:40']);
  expect(openDraws(draws, closing).map(({ id }) => id)).toEqual(['18:40']);
  expect(openDraws(draws, 0).map(({ id }) => id)).toEqual(['18:35', '18:40']);
});
