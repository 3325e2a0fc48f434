import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span as OtelSpan } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Attributes, Span, Tracing } from './span.ts';

export interface TracingSettings {
  /** Where an OpenTelemetry collector takes traces over HTTP, such as `http://127.0.0.1:4318`. */
  readonly endpoint: string;
  readonly service: string;
  /** The share of traces to record, from 0 to 1, of requests whose caller has not decided that. */
  readonly share: number;
}

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT };
/** A collector that does not answer must not keep the process from ending. */
const longestStopMs = 3_000;

/**
 * Records traces by OpenTelemetry and sends them to a collector. It is imported only where an endpoint is set, and registers
 * nothing globally. When the collector does not keep up, spans are dropped: nobody waits for it.
 */
export function startTracing({ endpoint, service, share }: TracingSettings, log: Pick<Logger, 'warn'>): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  let failing = false;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        scheduledDelayMillis: 1_000,
        exporter: {
          export: (spans, done) =>
            exporter.export(spans, (result) => {
              // Said once, and again after it worked: a collector that is away for a day fills no log.
              if (result.error && !failing) log.warn({ err: result.error }, 'the collector takes no traces');
              failing = result.error !== undefined;
              done(result);
            }),
          forceFlush: () => exporter.forceFlush(),
          shutdown: () => exporter.shutdown(),
        },
      }),
    ],
  });
  const tracer = provider.getTracer('izi');

  function begin(name: string, kind: SpanKind, attributes: Attributes | undefined, parent: Context): Span | undefined {
    const span = tracer.startSpan(name, { kind, ...(attributes && { attributes }) }, parent);
    if (!span.isRecording()) return undefined;
    const own = trace.setSpan(ROOT_CONTEXT, span);
    const { traceId, spanId } = span.spanContext();
    const described: Span = {
      traceId,
      spanId,
      // A span inside a recorded one is recorded too.
      begin: (partName, partAttributes, partKind = 'internal') =>
        begin(partName, kinds[partKind], partAttributes, own)!,
      end: (moreAttributes, error) => end(span, moreAttributes, error),
    };
    return described;
  }

  return {
    beginRequest(name, traceparent) {
      const caller = traceparent === undefined ? null : parseTraceParent(traceparent);
      const parent = caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true });
      return begin(name, SpanKind.SERVER, undefined, parent);
    },
    async stop() {
      await Promise.race([provider.shutdown().catch(() => {}), sleep(longestStopMs, undefined, { ref: false })]);
    },
  };
}

function end(span: OtelSpan, attributes: Attributes | undefined, error: Error | undefined): void {
  if (attributes) span.setAttributes(attributes);
  // Messages may hold what people typed, which does not belong in a trace.
  if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: (error as { code?: string }).code ?? error.name });
  span.end();
}
