import { AsyncLocalStorage } from 'node:async_hooks';

export type Attributes = Readonly<Record<string, string | number>>;

/** One piece of work in a trace: when it began, when it ended, and what it was part of. */
export interface Span {
  /** 32 hex digits: the same for all that happens for one request. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  /** Begins a piece of this work. `client`: another system does it, such as the database. */
  begin(name: string, attributes?: Attributes, kind?: 'internal' | 'client'): Span;
  /** Ends it, with what became known meanwhile. An error marks it as failed. Later calls do nothing. */
  end(attributes?: Attributes, error?: Error): void;
}

/** Records where the time of requests goes; there is none unless an endpoint for traces is set. */
export interface Tracing {
  /**
   * Begins the work for a request.
   *
   * @param traceparent the header of that name, by which the caller says which trace the request belongs to
   * @returns undefined when this trace is not recorded
   */
  beginRequest(name: string, traceparent: string | undefined): Span | undefined;
  /** Sends what is recorded, for some seconds at most. */
  stop(): Promise<void>;
}

const underWay = new AsyncLocalStorage<Span>();

/** Runs `work` as a part of this span: `currentSpan` finds it there. */
export function within<T>(span: Span, work: () => T): T {
  return underWay.run(span, work);
}

/** The span that the caller works for; undefined where nothing is recorded. */
export function currentSpan(): Span | undefined {
  return underWay.getStore();
}
