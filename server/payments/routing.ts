import { refuseAmount, withinLimits } from './limits.ts';
import type { Francs } from '#domain/money.ts';
import type { Capability, Direction, PaymentProvider } from './provider.ts';

/** What players pay with, or are paid to: a method of a country, in one direction. */
export interface Network {
  readonly country: string;
  readonly method: string;
  readonly direction: Direction;
}

/** The accounts that carry the payments of a network, in the order in which they are tried. */
export interface Route extends Network {
  readonly accounts: readonly string[];
}

/** How one account carries payments of a network, within the operator's limits. */
export interface Way extends Capability {
  readonly provider: PaymentProvider;
}

export interface Routing {
  /** The accounts of the site, by their ids. */
  readonly providers: readonly PaymentProvider[];
  /** Null: each account carries all that it offers, in the order of `providers`. Otherwise what has no route is not offered. */
  readonly routes: readonly Route[] | null;
}

/** The ways of each network that is offered, in the order in which they are tried. */
export async function listWays({ providers, routes }: Routing): Promise<Way[][]> {
  const ways = (await Promise.all(providers.map(waysOf))).flat();
  const accountsOf = routes && new Map(routes.map((route) => [nameOf(route), route.accounts]));
  return [...Map.groupBy(ways, nameOf)]
    .map(([network, found]) => (accountsOf === null ? found : inOrder(found, accountsOf.get(network) ?? [])))
    .filter(({ length }) => length > 0);
}

/** The ways of one network; none where it is not offered. */
export async function findWays(routing: Routing, network: Network): Promise<Way[]> {
  return (await listWays(routing)).find(([first]) => nameOf(first!) === nameOf(network)) ?? [];
}

/** What players are offered: of each network the way that is tried first. */
export async function listMethods(routing: Routing): Promise<Capability[]> {
  return (await listWays(routing)).map(([first]) => {
    const { direction, country, method, label, min, max, step } = first!;
    return { direction, country, method, label, min, max, step };
  });
}

/** Those that take this amount. */
export function waysFor(ways: readonly Way[], amount: Francs): Way[] {
  return ways.filter((way) => refuseAmount(amount, way) === null);
}

async function waysOf(provider: PaymentProvider): Promise<Way[]> {
  const offered = (await provider.capabilities()).map(withinLimits).filter(({ min, max }) => min <= max);
  return offered.map((capability) => ({ ...capability, provider }));
}

function inOrder(ways: readonly Way[], accounts: readonly string[]): Way[] {
  return accounts.flatMap((account) => ways.filter(({ provider }) => provider.id === account));
}

function nameOf({ country, method, direction }: Network): string {
  return `${country} ${method} ${direction}`;
}
