import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** Other folders register their metrics here. */
  readonly registry: Registry;
  observeRequest(method: string, route: string, status: number, latencySeconds: number): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const latency = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took to answer, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const faults = new Counter({
    name: 'http_faults_total',
    help: 'Requests that were answered 500 because of a fault in the program.',
    registers: [registry],
  });
  return {
    registry,
    observeRequest(method, route, status, latencySeconds) {
      latency.observe({ method, route, status: String(status) }, latencySeconds);
      if (status === 500) faults.inc();
    },
  };
}

/** The value of a gauge: a number, or one for each value of its label; null or nothing leaves it out. */
type Reading = number | null | Readonly<Record<string, number>>;

/**
 * Registers gauges that are read together, once at each scrape. Where reading fails, as it does without a database, they are
 * missing from that scrape and the other metrics are there.
 *
 * @param help a text for each gauge; `name{label}` is a gauge with that label
 */
export function addReadings<Name extends string>(
  registry: Registry,
  help: Readonly<Record<Name, string>>,
  read: () => Promise<Readonly<Record<Name, Reading>>> | Readonly<Record<Name, Reading>>,
): void {
  let underWay: Promise<Readonly<Record<Name, Reading>> | null> | undefined;
  /** All gauges of a scrape ask before the first is answered. */
  const readOnce = () =>
    (underWay ??= (async () => read())()
      .catch(() => null)
      .finally(() => (underWay = undefined)));

  for (const [key, text] of Object.entries(help) as [Name, string][]) {
    const [, name = key, label] = /^(\w+)\{(\w+)\}$/.exec(key) ?? [];
    new Gauge({
      name,
      help: text,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const reading = (await readOnce())?.[key] ?? null;
        // Without labels, `reset` would say 0.
        if (label === undefined) this.remove();
        else this.reset();
        if (typeof reading === 'number') this.set(reading);
        else if (reading !== null)
          for (const [value, number] of Object.entries(reading)) this.set({ [label!]: value }, number);
      },
    });
  }
}

/** Serves metrics, in Prometheus' text format, on a port and an address of their own, so that they are not public. */
export async function serveMetrics(read: () => Promise<string>, port: number, host: string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
