type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The browser caches answers by family, and refetches a whole family when something has changed it. */
export type Family = 'draws' | 'bets' | 'auth' | 'balance';

/**
 * The part of one call of the HTTP API that the browser needs to make it and to recognise its answer. Of the contract it downloads only
 * this and the schemas of its forms. The schemas of requests and answers are described beside, with `describeCalls`.
 */
export interface Call {
  readonly method: Method;
  /** Relative to `/api`, or of an operator's call whole, from `/operator`; names its parameters as `{name}`, as OpenAPI does. */
  readonly path: string;
  /** The status when the call succeeds. 204 is an answer without a body. */
  readonly status: number;
  /**
   * A field that every answer of this call has. It tells the API's answer from that of a proxy or captive portal on the way,
   * which would otherwise be taken for placed tickets. Absent where the answer is an empty object, or not a JSON object of
   * known fields.
   */
  readonly holds?: string;
  /** Only on a GET: what changes its answer. Left out where nothing does that a browser hears of. */
  readonly family?: Family;
}
