import type { Me } from '#contract/operator/access.ts';
import { places, screens, type PlaceName, type ScreenEntry } from '#console/screens.ts';

/** Whether an operator sees a screen. */
export function mayOpen({ shows }: ScreenEntry, { rights }: Me): boolean {
  return rights.includes(shows);
}

/** A screen that is a tab. */
export type TabEntry = ScreenEntry & { readonly tab: object };

/** The tabs of a place that an operator sees. */
export function tabsOf(place: PlaceName, me: Me): readonly TabEntry[] {
  return screens.filter((one): one is TabEntry => one.place === place && one.tab !== undefined && mayOpen(one, me));
}

/** The places that an operator sees, each with its tabs: the first one is where the rail leads. */
export function placesOf(me: Me) {
  return places
    .map((place) => ({ ...place, begins: 'begins' in place, tabs: tabsOf(place.name, me) }))
    .filter(({ tabs }) => tabs.length > 0);
}

/** The tab that an address is, or is below: `/draws/42` is below `/draws`. */
export function tabAt(path: string): TabEntry | undefined {
  const at = `/${path.split('/')[1]}`;
  return screens.find((one): one is TabEntry => one.path === at && one.tab !== undefined);
}
