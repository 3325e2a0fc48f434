import { expect, it } from 'vitest';
import { drawingNow } from './drawing.ts';

function draw(time: string, status: 'open' | 'closed' | 'void' = 'open') {
  const drawsAt = Date.parse(`2026-11-20T${time}:00.000Z`);
  return { fullDate: new Date(drawsAt).toISOString(), closesAt: new Date(drawsAt - 30_000).toISOString(), status };
}

const at = (time: string) => Date.parse(`2026-11-20T${time}.000Z`);
const [d1830, d1835, d1840] = [draw('18:30'), draw('18:35'), draw('18:40')];
const known = [d1835, d1840];

it('names a draw from its close until its numbers are known', () => {
  expect(drawingNow(known, d1830.fullDate, at('18:34:29'))).toBeNull();
  expect(drawingNow(known, d1830.fullDate, at('18:34:30'))).toBe(d1835);
  expect(drawingNow(known, d1830.fullDate, at('18:36:00'))).toBe(d1835);
  expect(drawingNow(known, d1835.fullDate, at('18:36:00'))).toBeNull();
});

it('names the later draw when two wait', () => {
  expect(drawingNow(known, d1830.fullDate, at('18:39:30'))).toBe(d1840);
});

it('names a draw before any was drawn, also one that was closed when it was fetched', () => {
  expect(drawingNow([draw('18:35', 'closed')], null, at('18:34:40'))?.fullDate).toBe(d1835.fullDate);
});

it('does not name a draw that was called off', () => {
  expect(drawingNow([draw('18:35', 'void')], d1830.fullDate, at('18:36:00'))).toBeNull();
});
