/** The accounts that carry the payments of a network, which is a method of a country in one direction. */
export interface Route {
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly method: string;
  readonly direction: 'deposit' | 'withdrawal';
  /** In the order in which they are tried. */
  readonly accounts: readonly string[];
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

export function writeRoute({ country, method, direction, accounts }: Route): string {
  return `${country} ${method} ${direction} = ${accounts.join(', ')}`;
}

/** Whether no two are about the same network. */
export function areApart(routes: readonly Route[]): boolean {
  return new Set(routes.map((route) => writeRoute({ ...route, accounts: [] }))).size === routes.length;
}
