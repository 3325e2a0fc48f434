import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as a collector gets it, in the JSON of OTLP. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
  readonly service: string;
}

/** Takes traces as an OpenTelemetry collector does, over HTTP on loopback, and keeps them. */
export interface Collector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** The status of the next answers; 200 at first. */
  status: number;
  close(): Promise<void>;
}

interface WireAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

interface WireTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly WireAttribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly name: string;
        readonly attributes: readonly WireAttribute[];
        readonly status: { readonly code?: number };
      }[];
    }[];
  }[];
}

const statusError = 2;

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const traces = (await json(request)) as WireTraces;
    if (request.url === '/v1/traces' && collector.status === 200) spans.push(...readSpans(traces));
    response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
  }
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    status: 200,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
}

function readSpans({ resourceSpans }: WireTraces): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        ...(span.parentSpanId && { parentSpanId: span.parentSpanId }),
        name: span.name,
        attributes: readAttributes(span.attributes),
        failed: span.status.code === statusError,
        service: String(readAttributes(resource.attributes)['service.name']),
      })),
    ),
  );
}

function readAttributes(attributes: readonly WireAttribute[]): Record<string, string | number> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
}
