import { Counter, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { mergeMetrics } from './merge-metrics.ts';

async function textOf(name: string, calls: number): Promise<string> {
  const registry = new Registry();
  registry.setDefaultLabels({ process: name });
  new Counter({ name: 'calls_total', help: 'Calls.', registers: [registry] }).inc(calls);
  new Histogram({ name: 'seconds', help: 'How long.', buckets: [1], registers: [registry] }).observe(0.5);
  return registry.metrics();
}

test('each metric is described once, and the series of all processes follow', async () => {
  const text = mergeMetrics([await textOf('web-1', 3), '', await textOf('web-2', 4)]);
  expect(text).toBe(`# HELP calls_total Calls.
# TYPE calls_total counter
calls_total{process="web-1"} 3
calls_total{process="web-2"} 4

# HELP seconds How long.
# TYPE seconds histogram
seconds_bucket{le="1",process="web-1"} 1
seconds_bucket{le="+Inf",process="web-1"} 1
seconds_sum{process="web-1"} 0.5
seconds_count{process="web-1"} 1
seconds_bucket{le="1",process="web-2"} 1
seconds_bucket{le="+Inf",process="web-2"} 1
seconds_sum{process="web-2"} 0.5
seconds_count{process="web-2"} 1
`);
});
