import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patience } from '#tests/support/patience.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { createOutsider, waitFor } from '#tests/support/players/outsider.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { createDraw, drawWithResult, moveDraw } from '#tests/support/players/play.ts';
import { closeDueDraw } from './life/close-draw.ts';
import { voidLostDraw } from './life/void-draw.ts';
import { sealDueDraw } from './life/seal-draw.ts';

let site: TestApp;

beforeAll(async () => {
  // Without the worker the draws stay as the test makes them.
  site = await startApp({ ROLES: 'web' });
});
afterAll(() => site.close());

test('the schedule is paged, soonest first, from now or from a given time', async () => {
  const visitor = createOutsider(site.url);
  const ids = [];
  for (const closesIn of [60_000, 120_000, 180_000]) ids.push(await createDraw(site.database.owner, { closesIn }));
  const first = (await visitor.call('/draws?limit=2')).json;
  expect(first.data.map((draw: { id: string }) => draw.id)).toEqual(ids.slice(0, 2));
  expect(first.data[0]).toMatchObject({ status: 'open', rules: 'izi-1', result: null });
  expect(first.data[0].minute).toBe(first.data[0].fullDate.slice(14, 16));
  expect(Math.abs(Date.parse(first.meta.now) - Date.now())).toBeLessThan(patience(5_000));
  const second = (await visitor.call(`/draws?limit=2&cursor=${first.meta.next}`)).json;
  expect(second.data.map((draw: { id: string }) => draw.id)).toEqual(ids.slice(2));
  expect(second.meta.next).toBeNull();
  const later = (await visitor.call(`/draws?from=${first.data[1].fullDate}&to=${second.data[0].fullDate}`)).json;
  expect(later.data.map((draw: { id: string }) => draw.id)).toEqual([ids[1]]);
});

test('the timetable names the dates and hours that can still be played', async () => {
  const { data, meta } = (await createOutsider(site.url).call('/timetable')).json;
  expect(meta).toMatchObject({ timeZone: 'Africa/Abidjan', everyMinutes: 60 });
  const { data: draws } = (await createOutsider(site.url).call('/draws?status=open&limit=100')).json;
  const hours = new Set(draws.map((draw: { fullDate: string }) => draw.fullDate.slice(0, 13)));
  expect(
    new Set(data.flatMap((day: { date: string; hours: string[] }) => day.hours.map((hour) => `${day.date}T${hour}`))),
  ).toEqual(hours);
});

test('results are the drawn draws, newest first, by day, with statistics that count each place', async () => {
  const visitor = createOutsider(site.url);
  const ids = [];
  for (const result of [
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
    [9, 8, 7, 6, 5, 4, 3, 2, 1],
    [1, 3, 2, 4, 5, 6, 7, 8, 9],
  ]) {
    const id = await createDraw(site.database.owner);
    await drawWithResult(site.database.owner, id, result);
    ids.push(id);
  }
  const all = (await visitor.call('/results')).json;
  expect(all.data.map((draw: { id: string }) => draw.id)).toEqual(ids.toReversed());
  expect(all.data[0].result).toEqual('132456789'.split(''));
  expect(all.data[0].paidTickets, 'not settled yet').toBeNull();
  const paged = (await visitor.call('/results?limit=2')).json;
  const rest = (await visitor.call(`/results?limit=2&cursor=${paged.meta.next}`)).json;
  expect([...paged.data, ...rest.data]).toEqual(all.data);

  const today = all.data[0].fullDate.slice(0, 10);
  const ofToday = (await visitor.call(`/results?date=${today}`)).json.data;
  expect(ofToday.length).toBeGreaterThan(0);
  expect((await visitor.call('/results?date=2020-01-01')).json.data).toEqual([]);

  const { data, meta } = (await visitor.call('/results/statistics')).json;
  expect(meta.draws).toBe(3);
  expect(data[0]).toEqual({ number: '1', places: [2, 0, 0, 0, 0, 0, 0, 0, 1] });
});

test('a draw that was called off is listed without a result where past draws include such draws', async () => {
  const visitor = createOutsider(site.url);
  const id = await createDraw(site.database.owner);
  await moveDraw(site.database.owner, id, { closesIn: -60_000, drawsIn: -50_000 });
  while ((await closeDueDraw(site.database.worker)) || (await voidLostDraw(site.database.worker)));
  const idsOf = async (path: string) => (await visitor.call(path)).json.data.map((draw: { id: string }) => draw.id);
  expect(await idsOf('/results')).not.toContain(id);
  const all = (await visitor.call('/results?status=drawn,settled,void')).json.data;
  expect(all.find((draw: { id: string }) => draw.id === id)).toMatchObject({ status: 'void', result: null });
  const times = all.map((draw: { fullDate: string }) => draw.fullDate);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(await idsOf('/results?status=void')).toEqual([id]);
});

test('the rules are served byte for byte as they are hashed', async () => {
  const visitor = createOutsider(site.url);
  const [current] = (await visitor.call('/games')).json.data;
  const { text } = await visitor.call('/games/izi-1');
  expect(text).toBe(await readFile(new URL('../../domain/rules/izi-1.json', import.meta.url), 'utf8'));
  expect(createHash('sha256').update(text).digest('hex')).toBe(current.rulesHash);
});

test('the stream starts with the clock, sends changes of draws, and outlives its listeners', async () => {
  const abort = new AbortController();
  const streams = await Promise.all([1, 2, 3].map(() => fetch(`${site.url}/api/stream`, { signal: abort.signal })));
  const heard = streams.map(() => '');
  const reading = streams.map(async (stream, index) => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) heard[index] += chunk;
  });
  const draw = await createDraw(site.database.owner);
  await moveDraw(site.database.owner, draw, { closesIn: -1, drawsIn: 60_000 });
  const readDraw = async () => (await createOutsider(site.url).call(`/draws/${draw}`)).json.data;
  expect(await closeDueDraw(site.database.worker)).toBe(true);
  expect(await readDraw()).toMatchObject({ status: 'closed', sealedAt: null });
  expect(await sealDueDraw(site.database.worker, testKeys)).toBe(true);
  const { closesAt, sealedAt, fullDate } = await readDraw();
  expect(Date.parse(sealedAt)).toBeGreaterThanOrEqual(Date.parse(closesAt));
  expect(Date.parse(sealedAt)).toBeLessThan(Date.parse(fullDate));
  await waitFor(async () => heard.every((text) => text.includes('event: draw.sealed')), 'the event');
  for (const text of heard) {
    expect(text).toMatch(/^retry: 3000\nevent: clock\ndata: \{"now":"[^"]+","timeZone":"Africa\/Abidjan"\}\n\n/);
    const told = JSON.parse(/event: draw\.sealed\ndata: (.*)\n\n/.exec(text)![1]!);
    expect(told).toEqual((await createOutsider(site.url).call('/draws?limit=1')).json.data[0]);
  }
  abort.abort();
  await Promise.allSettled(reading);
  expect((await createOutsider(site.url).call('/draws?limit=1')).status).toBe(200);
});

test('the results of any day say how many draws with a result can be checked', async () => {
  const visitor = createOutsider(site.url);
  const checkableBy = async (path: string) => (await visitor.call(path)).json.meta.checkable;
  const before = await checkableBy('/results?limit=1');
  const draw = await createDraw(site.database.owner);
  await moveDraw(site.database.owner, draw, { closesIn: -1, drawsIn: 60_000 });
  while (await closeDueDraw(site.database.worker));
  while (await sealDueDraw(site.database.worker, testKeys));
  const seals = (await visitor.call('/seals')).json.data.length;
  expect(await checkableBy('/results?limit=1'), 'sealed but not drawn').toBe(before);
  await drawWithResult(site.database.owner, draw, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(await checkableBy('/results?limit=1')).toBe(seals);
  expect(seals).toBeGreaterThan(before);
  expect(await checkableBy('/results?date=2020-01-01')).toBe(seals);
});
