/**
 * The state of a list in its address: the filters by their names, the order, the start of the page of rows, the row
 * that is open beside, and the name of a view that the server knows. A link shows a colleague the same list.
 */
export interface Address {
  /** `unknown,held` means any of these, `-sign-out` means none of these. */
  readonly filters: Readonly<Record<string, string>>;
  /** `-staked` orders from the highest to the lowest. */
  readonly order: string | null;
  readonly view: string | null;
  readonly after: string | null;
  readonly open: string | null;
}

const named = ['view', 'order', 'after', 'open'] as const;

/** @param search with or without its question mark */
export function readAddress(search: string): Address {
  const all = new URLSearchParams(search);
  const [view, order, after, open] = named.map((name) => all.get(name) || null);
  const filters = Object.fromEntries(
    [...all].filter(([name, value]) => value !== '' && !(named as readonly string[]).includes(name)),
  );
  return { filters, order: order!, view: view!, after: after!, open: open! };
}

/** Without a question mark; equal addresses give equal texts, whatever they were changed from. */
export function writeAddress({ filters, ...rest }: Address): string {
  const parts = new URLSearchParams();
  if (rest.view) parts.set('view', rest.view);
  for (const name of Object.keys(filters).toSorted()) if (filters[name]) parts.set(name, filters[name]);
  for (const name of ['order', 'after', 'open'] as const) if (rest[name]) parts.set(name, rest[name]);
  // A comma and a colon need no code in a query, and are easier to read without.
  return parts.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/** The part of an address that stays after a change: other filters or another order begin at the first page. */
export function changeAddress(
  address: Address,
  change: Partial<Omit<Address, 'filters'>> & { readonly filters?: Readonly<Record<string, string | null>> },
): Address {
  const filters = Object.fromEntries(
    Object.entries({ ...address.filters, ...change.filters }).filter(
      (entry): entry is [string, string] => entry[1] !== null && entry[1] !== '',
    ),
  );
  const isOtherList = change.filters !== undefined || change.order !== undefined || change.view !== undefined;
  return {
    filters,
    order: change.order === undefined ? address.order : change.order,
    view: change.view === undefined ? address.view : change.view,
    after: change.after === undefined ? (isOtherList ? null : address.after) : change.after,
    open: change.open === undefined ? address.open : change.open,
  };
}

/** Whether an address shows the list of a view: the same but for the page of rows and the open row. */
export function showsView(address: Address, view: string): boolean {
  const bare = (one: Address) => writeAddress({ ...one, after: null, open: null });
  return bare(address) === bare(readAddress(view));
}

/** `-held,unknown` → the values, and whether they are excluded. */
export function readFilter(value: string): { readonly isNot: boolean; readonly values: readonly string[] } {
  const isNot = value.startsWith('-');
  return { isNot, values: (isNot ? value.slice(1) : value).split(',').filter(Boolean) };
}

/** The values of a set that a filter asks for; all of them without a filter. Unknown values are left out. */
export function chosenOf<T extends string>(filter: string | undefined, all: readonly T[]): readonly T[] {
  if (filter === undefined) return all;
  const { isNot, values } = readFilter(filter);
  return all.filter((one) => values.includes(one) !== isNot);
}

export function writeFilter({ isNot, values }: ReturnType<typeof readFilter>): string {
  return values.length === 0 ? '' : (isNot ? '-' : '') + values.join(',');
}
