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
interface Way extends Capability {
  readonly provider: PaymentProvider;
}

/** Payments that operators have stopped. */
interface PaymentStop extends StopScope {
  /** The sentence for players. */
  readonly told: Told;
}

interface Routing {
  /** The accounts of the site, by their ids. */
  readonly providers: readonly PaymentProvider[];
  /** The version of the routes; null before the first. */
  readonly version: number | null;
  /** Null: each account carries all that it offers, in the order of `providers`. Otherwise what has no route is not offered. */
  readonly routes: readonly Route[] | null;
  readonly stops: readonly PaymentStop[];
  /** Networks at accounts that pause by themselves, or are tried again by one payment at a time. */
  readonly pauses: readonly (Network & { readonly account: string })[];
}

/** A network that is offered. */
interface Offer {
  /** In the order in which they are tried, without what is stopped. */
  readonly ways: readonly Way[];
  /** The way that most payments go now: the first that does not pause, else the first of all, also where it is stopped. */
  readonly first: Way;
  /** The stop that keeps every account from carrying it; null where one carries it. */
  readonly stop: PaymentStop | null;
}

/** The rules that decide at this moment which accounts carry payments. It is read each time: so nothing here is older than a stop. */
export async function readRouting(db: Queryable, providers: readonly PaymentProvider[]): Promise<Routing> {
  const [row] = await db.query<{ number: number | null; lines: string[] | null } & Pick<Routing, 'stops' | 'pauses'>>(
    `select v.number, v.lines, (select coalesce(json_agg(s), '[]') from payment_stops_in_force() s) as stops,
       (select coalesce(json_agg(p), '[]') from payment_pauses() p) as pauses
     from (values (true)) one left join (
       select number, lines from payment_route_version where begins_at <= clock_timestamp() order by number desc limit 1
     ) v on true`,
  );
  const { number, lines, stops, pauses } = row!;
  const routes = lines === null || lines.length === 0 ? null : lines.flatMap((line) => readRoutes(line) ?? []);
  return { providers, version: number, routes, stops, pauses };
}

/** Those of some accounts that take a payment which begins in this transaction. */
interface HeldAccounts {
  /** In the order in which they are tried: not stopped, and not in a pause while another one is left. */
  readonly accounts: readonly PaymentProvider[];
  /** The sentence for players where all are stopped. */
  readonly told: Told | null;
}

/**
 * Which of these accounts take a payment that begins now. Until the end of this transaction none of them is stopped, and no other payment
 * tries one whose pause is over.
 */
export async function holdAccounts(
  tx: Queryable,
  paymentId: string,
  providers: readonly PaymentProvider[],
  { country, method, direction }: Network,
): Promise<HeldAccounts> {
  const ids = providers.map(({ id }) => id);
  const [row] = await tx.query<{ accounts: string[]; told: Told | null }>(
    'select * from hold_payment_accounts($1, $2, $3, $4, $5)',
    [paymentId, ids, country, method, direction],
  );
  const { accounts, told } = row!;
  return { accounts: accounts.map((account) => providers.find(({ id }) => id === account)!), told };
}

/** All networks that accounts carry. */
async function listOffers({ providers, routes, stops, pauses }: Routing): Promise<Offer[]> {
  const ways = (await Promise.all(providers.map(waysOf))).flat();
  const accountsOf = routes && new Map(routes.map((route) => [networkName(route), route.accounts]));
  return [...Map.groupBy(ways, networkName)].flatMap(([network, found]) => {
    const inLine = accountsOf === null ? found : inOrder(found, accountsOf.get(network) ?? []);
    const [first] = inLine;
    if (first === undefined) return [];
    const stopAt = (way: Way) => stops.find((stop) => isStoppedBy(stop, way, way.provider.id)) ?? null;
    const isPaused = (way: Way) =>
      pauses.some((pause) => pause.account === way.provider.id && networkName(pause) === network);
    const open = inLine.filter((way) => stopAt(way) === null);
    const going = open.find((way) => !isPaused(way)) ?? open[0] ?? first;
    return [{ ways: open, first: going, stop: open.length === 0 ? stopAt(first) : null }];
  });
}

/** One network; null where no account carries it. */
export async function findOffer(routing: Routing, network: Network): Promise<Offer | null> {
  return (await listOffers(routing)).find(({ first }) => networkName(first) === networkName(network)) ?? null;
}

/** The offer for players: of each network the account of new payments, and the sentence of the stop where all its accounts are stopped. */
export async function listMethods(routing: Routing, language: Language) {
  return (await listOffers(routing)).map(({ first, stop }) => {
    const { direction, country, method, label, min, max, step } = first;
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
