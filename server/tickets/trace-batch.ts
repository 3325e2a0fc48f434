import { randomUUID } from 'node:crypto';
import type { Span } from '#server/tracing/span.ts';
import type { Checkout } from './checkout.ts';

interface Traced {
  readonly checkout: Checkout;
  readonly span?: Span | undefined;
}

/**
 * Runs the statement of a batch, and records it in the trace of each checkout in it that has one. A batch serves many
 * requests, so each of their traces shows it whole; its id, size and times are the same in all of them.
 */
export async function traceBatch<T>(batch: readonly Traced[], statement: string, run: () => Promise<T>): Promise<T> {
  const traced = batch.flatMap(({ span }) => span ?? []);
  if (traced.length === 0) return run();
  const about = {
    'izi.batch.id': randomUUID(),
    'izi.batch.checkouts': batch.length,
    'izi.batch.tickets': batch.reduce((sum, { checkout }) => sum + checkout.tickets.length, 0),
  };
  const asked = { 'db.system.name': 'postgresql', 'db.stored_procedure.name': statement };
  const batches = traced.map((span) => span.begin('batch', about));
  const statements = batches.map((span) => span.begin(statement, asked, 'client'));
  const endAll = (error?: Error) => {
    for (const span of [...statements, ...batches]) span.end({}, error);
  };
  try {
    const result = await run();
    endAll();
    return result;
  } catch (error) {
    endAll(error as Error);
    throw error;
  }
}
