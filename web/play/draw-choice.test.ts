import { describe, expect, it } from 'vitest';
import { changeBet, freshBet } from './active-bet.ts';
import { chosenDraw, hourRange } from './draw-choice.ts';
import { openHours } from './open-hours.ts';

function draw(time: string) {
  return { id: time, minute: time.slice(3) };
}

const upcoming = [draw('18:35'), draw('18:40')];
const following = freshBet('IziOne');

function choose(hour: string, minute: string) {
  return changeBet(following, { type: 'chooseMinute', date: '2026-11-20', hour, minute });
}

describe('the chosen draw', () => {
  const [d1835, d2010, d2015] = [upcoming[0], draw('20:10'), draw('20:15')];

  it('is the next one until another is chosen', () => {
    expect(chosenDraw(following, upcoming, undefined)).toEqual({ draw: d1835, closed: false });
    expect(chosenDraw(following, [], undefined)).toEqual({ draw: null, closed: false });
  });

  it('is the one at the chosen minute', () => {
    expect(chosenDraw(choose('20', '15'), upcoming, [d2010, d2015])).toEqual({ draw: d2015, closed: false });
  });

  it('is the first open one of an hour without a minute', () => {
    const hour = changeBet(following, { type: 'chooseHour', date: '2026-11-20', hour: '20' });
    expect(chosenDraw(hour, upcoming, [d2010, d2015])).toEqual({ draw: d2010, closed: false });
  });

  it('is unknown until the hour has been fetched', () => {
    expect(chosenDraw(choose('20', '15'), upcoming, undefined)).toEqual({ draw: null, closed: false });
  });

  it('is replaced by the next one when it has closed', () => {
    expect(chosenDraw(choose('18', '30'), upcoming, upcoming)).toEqual({ draw: d1835, closed: true });
    expect(chosenDraw(choose('17', '55'), upcoming, [])).toEqual({ draw: d1835, closed: true });
  });
});

describe('the timetable', () => {
  const days = [
    { date: '2026-11-20', hours: ['18', '19', '23'] },
    { date: '2026-11-21', hours: ['00', '01'] },
  ];

  it('leaves out the hours before the next draw', () => {
    expect(openHours(days, { date: '2026-11-20', hour: '19' })).toEqual([
      { date: '2026-11-20', hours: ['19', '23'] },
      days[1],
    ]);
  });

  it('leaves out a day without an hour', () => {
    expect(openHours(days, { date: '2026-11-21', hour: '00' })).toEqual([days[1]]);
  });

  it('is unchanged while the next draw is unknown', () => {
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
  ])('an hour of the wall clock in %s, %s %s h begins at %s', (timeZone, date, hour, from) => {
    expect(hourRange(date, hour, timeZone).from).toBe(from);
  });

  it('ends before the next one begins', () => {
    expect(hourRange('2026-11-20', '18', 'Africa/Abidjan').to).toBe('2026-11-20T18:59:59.999Z');
  });
});
