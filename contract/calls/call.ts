export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The browser keeps answers by family, and asks for a whole family again when something has changed it. */
export type Family = 'draws' | 'bets' | 'auth' | 'balance';

/**
 * What it takes to make one call of the HTTP API and to know its answer: all that the browser downloads of the contract,
 * besides the schemas of its forms. What the call carries is described beside, with `defineEndpoint`.
 */
export interface Call {
  readonly method: Method;
  /** Relative to `/api`; names its parameters as `{name}`, as OpenAPI does. */
  readonly path: string;
  /** The status when the call succeeds. 204 is an answer without a body. */
  readonly status: number;
  /**
   * A field that every answer holds. A network in between may answer in the place of the API, and this tells the two apart:
   * taken for an answer, the other would say that tickets are placed. Left out where the answer is an empty object, or no
   * JSON object of known fields.
   */
  readonly holds?: string;
  /** Only on a GET: what changes its answer. Left out where nothing does that a browser hears of. */
  readonly family?: Family;
}
