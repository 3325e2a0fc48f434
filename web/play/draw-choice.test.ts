import { describe, expect, it } from 'vitest';
import { changeBet, freshBet } from './active-bet.ts';
import { chosenDraw, hourRange, openDraws, openHours } from './draw-choice.ts';

function draw(time: string, status: 'open' | 'closed' = 'open') {
  const fullDate = `2026-11-20T${time}:00.000Z`;
  const closesAt = new Date(Date.parse(fullDate) - 30_000).toISOString();
  return { id: time, fullDate, closesAt, minute: time.slice(3), status };
}

const upcoming = [draw('18:35'), draw('18:40')];
const following = freshBet('IziOne');

function choose(hour: string, minute: string) {
  return changeBet(following, { type: 'chooseMinute', date: '2026-11-20', hour, minute });
}

describe('open draws', () => {
  it('end at the moment sales close, not when the draw is drawn', () => {
    const draws = [draw('18:30', 'closed'), draw('18:35'), draw('18:40')];
    const closing = Date.parse('2026-11-20T18:34:30.000Z');
    expect(openDraws(draws, closing - 1).map(({ id }) => id)).toEqual(['18:35', '18:40']);
    expect(openDraws(draws, closing).map(({ id }) => id)).toEqual(['18:40']);
    expect(openDraws(draws, null).map(({ id }) => id)).toEqual(['18:35', '18:40']);
  });
});

describe('the chosen draw', () => {
  it('is the next one until another is chosen', () => {
    expect(chosenDraw(following, upcoming, undefined)?.id).toBe('18:35');
    expect(chosenDraw(following, [], undefined)).toBeNull();
  });

  it('is the one of the chosen minute', () => {
    expect(chosenDraw(choose('20', '15'), upcoming, [draw('20:10'), draw('20:15')])?.id).toBe('20:15');
  });

  it('is the first open one of an hour without a minute', () => {
    const hour = changeBet(following, { type: 'chooseHour', date: '2026-11-20', hour: '20' });
    expect(chosenDraw(hour, upcoming, [draw('20:10'), draw('20:15')])?.id).toBe('20:10');
  });

  it('is not known before the hour has been fetched', () => {
    expect(chosenDraw(choose('20', '15'), upcoming, undefined)).toBeNull();
  });

  it('gives way to the next one when it has closed', () => {
    expect(chosenDraw(choose('18', '30'), upcoming, upcoming)?.id).toBe('18:35');
    expect(chosenDraw(choose('17', '55'), upcoming, [])?.id).toBe('18:35');
  });
});

describe('the timetable', () => {
  const days = [
    { date: '2026-11-20', hours: ['18', '19', '23'] },
    { date: '2026-11-21', hours: ['00', '01'] },
  ];

  it('loses the hours before the next draw', () => {
    expect(openHours(days, { date: '2026-11-20', hour: '19' })).toEqual([{ date: '2026-11-20', hours: ['19', '23'] }, days[1]]);
  });

  it('loses a day without an hour', () => {
    expect(openHours(days, { date: '2026-11-21', hour: '00' })).toEqual([days[1]]);
  });

  it('is left alone while the next draw is not known', () => {
    expect(openHours(days, null)).toEqual(days);
  });
});

describe('an hour of the wall clock', () => {
  it.each([
    ['Africa/Abidjan', '2026-11-20', '18', '2026-11-20T18:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-20', '00', '2026-11-19T18:30:00.000Z'],
    ['Europe/Paris', '2026-07-01', '18', '2026-07-01T16:00:00.000Z'],
    // The clock goes forward from 02:00 to 03:00, and back from 03:00 to 02:00.
    ['Europe/Paris', '2026-03-29', '18', '2026-03-29T16:00:00.000Z'],
    ['Europe/Paris', '2026-10-25', '18', '2026-10-25T17:00:00.000Z'],
  ])('in %s, %s %s h begins at %s', (timeZone, date, hour, from) => {
    expect(hourRange(date, hour, timeZone).from).toBe(from);
  });

  it('ends before the next one begins', () => {
    expect(hourRange('2026-11-20', '18', 'Africa/Abidjan').to).toBe('2026-11-20T18:59:59.999Z');
  });
});
