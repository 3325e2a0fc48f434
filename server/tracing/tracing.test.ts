import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { describeCalls } from '#contract/endpoint.ts';
import { createHttp } from '#server/http/http.ts';
import { createLog } from '#server/http/log.ts';
import { Refusal } from '#server/http/refusal.ts';
import { route } from '#server/http/route.ts';
import {
  addFunds,
  createOutsider,
  openDraws,
  signUp,
  ticketFor,
  type Outsider,
} from '#tests/support/players/outsider.ts';
import { startApp } from '#tests/support/site/app.ts';
import { createDataFolder, startServer } from '#tests/support/site/server.ts';
import { startCollector, type CollectedSpan, type Collector } from '#tests/support/stand-ins/collector.ts';
import { startTracing } from './open-telemetry.ts';

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.close());

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/** A caller's own trace, and the span in it that it calls from. */
function callerTrace(flags: '00' | '01' = '01') {
  const [traceId, spanId] = [hex(16), hex(8)];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } };
}

async function fundedPlayer(url: string): Promise<Outsider> {
  const player = createOutsider(url);
  await addFunds(player, await signUp(player), 5_000);
  return player;
}

test('one trace connects the caller’s header, the batch that carried the bet, and its statement', async () => {
  const site = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' });
  const players = await Promise.all(Array.from({ length: 4 }, () => fundedPlayer(site.url)));
  const [draw] = await openDraws(players[0]!);
  const bets = await Promise.all(
    players.map(async (player) => {
      const { traceId, spanId, headers } = callerTrace();
      const body = { tickets: [ticketFor(draw!, 'IziOne', '7', 100), ticketFor(draw!, 'IziTwo', '12', 100)] };
      expect((await player.call('/bets', { body, headers })).status).toBe(201);
      return { traceId, spanId };
    }),
  );
  await site.close();

  const batches = new Map<string, CollectedSpan[]>();
  for (const { traceId, spanId } of bets) {
    const trace = collector.spans.filter((span) => span.traceId === traceId);
    const [request, intake, batch, statement] = ['POST /api/bets', 'intake', 'batch', 'place_checkouts'].map((name) =>
      trace.find((span) => span.name === name),
    );
    expect(trace).toHaveLength(4);
    expect(request).toMatchObject({ parentSpanId: spanId, service: 'izi', failed: false });
    expect(request!.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/bets',
      'http.response.status_code': 201,
    });
    expect(intake).toMatchObject({ parentSpanId: request!.spanId, attributes: { 'izi.tickets': 2 } });
    expect(batch).toMatchObject({ parentSpanId: intake!.spanId });
    expect(statement).toMatchObject({
      parentSpanId: batch!.spanId,
      attributes: { 'db.system.name': 'postgresql', 'db.stored_procedure.name': 'place_checkouts' },
    });
    const id = String(batch!.attributes['izi.batch.id']);
    batches.set(id, [...(batches.get(id) ?? []), batch!]);
  }
  // Checkouts of one batch see the same batch, with all of them in it.
  for (const seen of batches.values()) {
    for (const { attributes } of seen) {
      expect(attributes).toMatchObject({ 'izi.batch.checkouts': seen.length, 'izi.batch.tickets': 2 * seen.length });
    }
  }
  // No other request was recorded: none said so, and the share is 0.
  expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set(bets.map(({ traceId }) => traceId)));
});

test('without a header a share of the requests is recorded; with one the caller decides', async () => {
  const site = await startApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_SERVICE_NAME: 'izi-web',
  });
  const visitor = createOutsider(site.url);
  await visitor.call('/draws');
  const unrecorded = callerTrace('00');
  await visitor.call('/draws', { headers: unrecorded.headers });
  await visitor.call('/draws', { headers: { traceparent: 'no trace' } });
  await site.close();
  expect(collector.spans.map(({ name, service }) => [name, service])).toEqual([
    ['GET /api/draws', 'izi-web'],
    ['GET /api/draws', 'izi-web'],
  ]);
  expect(collector.spans.some(({ traceId }) => traceId === unrecorded.traceId)).toBe(false);
  expect(collector.spans.every(({ parentSpanId }) => parentSpanId === undefined)).toBe(true);
});

describe('a failed request', () => {
  const fail = describeCalls('Test', { fail: { method: 'GET', path: '/fail', status: 200 } })('fail', {
    caller: 'anyone',
    summary: 'Fails.',
    answer: v.object({}),
    problems: [],
  });

  test('is marked in its trace, and its log lines name the trace', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const tracing = startTracing({ endpoint: collector.url, service: 'izi', share: 1 }, log);
    const http = createHttp({ authenticate: async () => null, log, rateLimitScale: 1, tracing });
    route(http, fail, () => {
      throw new Refusal('unavailable', { cause: new Error('with a phone in it: +2250712345678') });
    });
    const url = await http.listen({ port: 0, host: '127.0.0.1' });
    const { traceId, headers } = callerTrace();
    expect((await fetch(`${url}/api/fail`, { headers })).status).toBe(503);
    await http.close();
    await tracing.stop();
    const [span] = collector.spans;
    expect(span).toMatchObject({ traceId, failed: true, attributes: { 'http.response.status_code': 503 } });
    expect(JSON.stringify(span)).not.toContain('0712345678');
    const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(said.find(({ msg }) => msg === 'request failed')).toMatchObject({
      trace_id: traceId,
      span_id: span!.spanId,
    });
  });
});

test('a collector that is away delays nobody, and is reported once', async () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  collector.status = 400;
  const tracing = startTracing({ endpoint: collector.url, service: 'izi', share: 1 }, log);
  for (let call = 0; call < 600; call++) tracing.beginRequest('GET /', undefined)!.end();
  await tracing.stop();
  expect(lines.filter((line) => line.includes('the collector takes no traces'))).toHaveLength(1);
});

test('without an endpoint OpenTelemetry is not loaded', async () => {
  const tellLoaded = `import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => { if (name.includes('opentelemetry')) console.log('LOADED ' + name); return next(name, context); } });`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(tellLoaded)}`;
  const loaded = async (settings: Record<string, string>) => {
    const data = await createDataFolder();
    const server = await startServer(data.folder, { NODE_OPTIONS, DRAW_EVERY_MINUTES: '60', ...settings });
    await server.end('SIGINT');
    await data.remove();
    // Its interface alone is there anyway: prom-client names it.
    return /LOADED @opentelemetry\/(?!api$)/m.test(server.output());
  };
  expect(await loaded({})).toBe(false);
  expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })).toBe(true);
});
