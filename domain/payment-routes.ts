/** The way in which players pay or are paid: a method of a country, in one direction. */
export interface Network {
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly method: string;
  readonly direction: 'deposit' | 'withdrawal';
}

/** The accounts that carry the payments of a network. */
export interface Route extends Network {
  /** In the order in which they are tried. */
  readonly accounts: readonly string[];
}

/** The scope of a stop of payments: an account, a network, or a network at an account. Null: all of them. */
export interface StopScope {
  readonly account: string | null;
  readonly country: string | null;
  readonly method: string | null;
  readonly direction: Network['direction'] | null;
}

/** `CI wave deposit` */
export function networkName({ country, method, direction }: Network): string {
  return `${country} ${method} ${direction}`;
}

/** Whether a stop covers a network at an account; `is_stopped_by` is the same for the database. */
export function isStoppedBy(stop: StopScope, network: Network, account: string): boolean {
  const ofAccount = stop.account === null || stop.account === account;
  return ofAccount && (stop.country === null || networkName(stop as Network) === networkName(network));
}

/** A line of the routes as it is stored: `CI wave deposit = pawapay, cinetpay_ci`. */
export const storedRoute =
  /^[A-Z]{2} [a-z0-9_-]{2,32} (deposit|withdrawal) = [a-z][a-z0-9_]{0,31}(, [a-z][a-z0-9_]{0,31})*$/;

/** Reads a line as it is typed: with any number of spaces, and `both` for a route in each direction. Null for no such line. */
export function readRoutes(line: string): readonly Route[] | null {
  const [network = '', accounts = '', ...more] = line.split('=');
  const [country = '', method = '', way = '', ...rest] = network.trim().split(/\s+/);
  if (more.length + rest.length > 0) return null;
  const directions = (['deposit', 'withdrawal'] as const).filter((one) => way === one || way === 'both');
  const route = { country, method, accounts: accounts.split(',').map((account) => account.trim()) };
  const routes = directions.map((direction) => ({ ...route, direction }));
  const isRight = routes.length > 0 && routes.every((one) => storedRoute.test(writeRoute(one)));
  return isRight && new Set(route.accounts).size === route.accounts.length ? routes : null;
}

export function writeRoute(route: Route): string {
  return `${networkName(route)} = ${route.accounts.join(', ')}`;
}

/** Whether no two are about the same network. */
export function areApart(routes: readonly Route[]): boolean {
  return new Set(routes.map(networkName)).size === routes.length;
}
