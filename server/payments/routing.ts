import type { Queryable } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import {
  isStoppedBy,
  networkName,
  readRoutes,
  type Network,
  type Route,
  type StopScope,
} from '#domain/payment-routes.ts';
import type { Language, Told } from '#server/words/languages.ts';
import { refuseAmount, withinLimits } from './limits.ts';
import type { Capability, PaymentProvider } from './provider.ts';

/** How one account carries payments of a network, within the operator's limits. */
export interface Way extends Capability {
  readonly provider: PaymentProvider;
}

/** Payments that operators have stopped. */
export interface PaymentStop extends StopScope {
  /** What players read. */
  readonly told: Told;
}

export interface Routing {
  /** The accounts of the site, by their ids. */
  readonly providers: readonly PaymentProvider[];
  /** The version of the routes; null before the first. */
  readonly version: number | null;
  /** Null: each account carries all that it offers, in the order of `providers`. Otherwise what has no route is not offered. */
  readonly routes: readonly Route[] | null;
  readonly stops: readonly PaymentStop[];
}

/** A network that is offered. */
interface Offer {
  /** In the order in which they are tried, without what is stopped. */
  readonly ways: readonly Way[];
  /** The first way, also where it is stopped. */
  readonly first: Way;
  /** The stop that keeps every account from carrying it; null where one carries it. */
  readonly stop: PaymentStop | null;
}

/** What decides at this moment which accounts carry payments. It is read each time: so nothing here is older than a stop. */
export async function readRouting(db: Queryable, providers: readonly PaymentProvider[]): Promise<Routing> {
  const [row] = await db.query<{ number: number | null; lines: string[] | null; stops: PaymentStop[] }>(
    `select v.number, v.lines, (select coalesce(json_agg(s), '[]') from payment_stops_in_force() s) as stops
     from (values (true)) one left join (
       select number, lines from payment_route_version where begins_at <= clock_timestamp() order by number desc limit 1
     ) v on true`,
  );
  const { number, lines, stops } = row!;
  const routes = lines === null || lines.length === 0 ? null : lines.flatMap((line) => readRoutes(line) ?? []);
  return { providers, version: number, routes, stops };
}

/** The stops in force, which stay so until the end of this transaction. */
export function holdStops(tx: Queryable): Promise<PaymentStop[]> {
  return tx.query<PaymentStop>('select * from hold_payment_stops()');
}

/** The stop that is in the way of a network at an account, the oldest first; null where none is. */
export function stopOf(stops: readonly PaymentStop[], network: Network, account: string): PaymentStop | null {
  return stops.find((stop) => isStoppedBy(stop, network, account)) ?? null;
}

/** All networks that accounts carry. */
export async function listOffers({ providers, routes, stops }: Routing): Promise<Offer[]> {
  const ways = (await Promise.all(providers.map(waysOf))).flat();
  const accountsOf = routes && new Map(routes.map((route) => [networkName(route), route.accounts]));
  return [...Map.groupBy(ways, networkName)].flatMap(([network, found]) => {
    const inLine = accountsOf === null ? found : inOrder(found, accountsOf.get(network) ?? []);
    const [first] = inLine;
    if (first === undefined) return [];
    const stopAt = (way: Way) => stopOf(stops, way, way.provider.id);
    const open = inLine.filter((way) => stopAt(way) === null);
    return [{ ways: open, first, stop: open.length === 0 ? stopAt(first) : null }];
  });
}

/** One network; null where no account carries it. */
export async function findOffer(routing: Routing, network: Network): Promise<Offer | null> {
  return (await listOffers(routing)).find(({ first }) => networkName(first) === networkName(network)) ?? null;
}

/** What players are offered: of each network the way that is tried first, and the sentence of what has stopped all ways. */
export async function listMethods(routing: Routing, language: Language) {
  return (await listOffers(routing)).map(({ ways, first, stop }) => {
    const { direction, country, method, label, min, max, step } = ways[0] ?? first;
    return { direction, country, method, label, min, max, step, stopped: stop && stop.told[language] };
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
