import type { getPaymentRoutes } from '#contract/calls/operator/payments.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { isStoppedBy, networkName, readRoutes, type Network as RoutedNetwork } from '#domain/payment-routes.ts';
import type { Network } from '#console/charts/network.ts';

export type Routed = OperatorAnswer<typeof getPaymentRoutes>['data'];
export type Stop = Routed['stops'][number];
export type Pause = Routed['pauses'][number];
type Health = Network['lines'][number];

/** A network at one account: what is offered, its health, and its place among the accounts of the network. */
export interface Line extends RoutedNetwork {
  readonly account: string;
  /** Null: no payment in 24 hours. */
  readonly health: Health | null;
  /** From 1, in the order in which the accounts are tried; null where the routes do not name it. */
  readonly place: number | null;
  /** The oldest stop that is in its way. */
  readonly stop: Stop | null;
  /** Where it pauses by itself. */
  readonly pause: Pause | null;
  /** No other account of this network could take over. */
  readonly isAlone: boolean;
}

/** Everything that an account offers, or had payments of in 24 hours, by network and in the order in which accounts are tried. */
export function linesOf({ offers, lines, stops, pauses }: Routed, networks: readonly Network[]): readonly Line[] {
  const healths = networks.flatMap(({ provider, lines: all }) => all.map((health) => ({ account: provider, health })));
  const routes = new Map(
    lines.flatMap((line) => readRoutes(line) ?? []).map((route) => [networkName(route), route.accounts]),
  );
  const known = new Map(
    [...offers, ...healths.map(({ account, health }) => ({ ...health, account }))].map(
      ({ account, country, method, direction }) => [
        `${networkName({ country, method, direction })} ${account}`,
        { account, country, method, direction },
      ],
    ),
  );
  const all = [...known.values()].map((line) => {
    const offered = offers.filter((offer) => networkName(offer) === networkName(line)).map(({ account }) => account);
    const tried =
      lines.length === 0 ? offered : (routes.get(networkName(line)) ?? []).filter((one) => offered.includes(one));
    const place = tried.indexOf(line.account);
    const pauseAt = (account: string) =>
      pauses.find((pause) => pause.account === account && networkName(pause) === networkName(line)) ?? null;
    const open = tried.filter((account) => !stops.some((stop) => isStoppedBy(stop, line, account)));
    const going = open.filter((account) => pauseAt(account) === null);
    const usable = going.length > 0 ? going : open;
    return {
      ...line,
      health:
        healths.find(({ account, health }) => account === line.account && networkName(health) === networkName(line))
          ?.health ?? null,
      place: place < 0 ? null : place + 1,
      stop: stops.find((stop) => isStoppedBy(stop, line, line.account)) ?? null,
      pause: pauseAt(line.account),
      isAlone: usable.length === 1 && usable[0] === line.account,
    };
  });
  return all.toSorted((a, b) => networkName(a).localeCompare(networkName(b)) || (a.place ?? 99) - (b.place ?? 99));
}

/** The lines of the form at first: the routes in force, or the offers of the accounts where there are none. */
export function startingLines({ lines, offers }: Routed): readonly string[] {
  if (lines.length > 0) return lines;
  return [...Map.groupBy(offers, networkName)].map(
    ([network, of]) => `${network} = ${of.map(({ account }) => account).join(', ')}`,
  );
}
