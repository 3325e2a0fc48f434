import type { GenericSchema } from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorEndpoints } from '#contract/operator/endpoints.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { operatorRoles } from '#contract/operator/roles.ts';
import type { Samples } from './samples.ts';

/** A call with some of its filters, in all the values that they are tried with. */
export interface Measured {
  readonly name: string;
  /** The filters that are set, such as `status` and `day`. */
  readonly filters: readonly string[];
  readonly roles: readonly OperatorRole[];
  /** Addresses below `/operator`. */
  readonly paths: readonly string[];
  /** Whether its answer has a cursor, so that its following pages are measured too. */
  readonly isPaged: boolean;
  /** Milliseconds for the 99th of a hundred. */
  readonly goal: number;
}

/** Calls that are not measured, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  getIdentityCheck: 'it opens what a document key has sealed',
  verifyDraw: 'it verifies a draw, in a thread',
  tryTimetable: 'it works out what somebody has typed in, and reads no list',
  getExposure: 'the worker computes it, which does not run here; bench:exposure measures it',
  getOperatorApi: 'it is a document that is made once',
  getStatementDifference: 'the year has no statements of providers',
  listStatements: 'the year has no statements of providers',
  listStatementDifferences: 'the year has no statements of providers',
  listWebhookDeliveries: 'the year has no webhooks',
};

/** A report adds up, and is asked for once a day. */
const goals = { list: 200, page: 300, overview: 100, report: 2_000 };

/**
 * Every call of the operators' API that shows something, from its contract: without a filter, with each of its filters, and with each
 * two and three of them. A new call or filter is measured as soon as it is in the contract; where its values are not known, this throws.
 */
export function callsOf(samples: Samples): Measured[] {
  return operatorEndpoints
    .filter(
      ({ method, caller, mediaTypes, name }) =>
        // A list is a file too, where the caller asks for one.
        method === 'GET' &&
        caller === 'operator' &&
        (mediaTypes?.includes('application/json') ?? true) &&
        !(name in leftOut),
    )
    .flatMap((endpoint) => variantsOf(endpoint, samples));
}

function variantsOf(endpoint: Endpoint, samples: Samples): Measured[] {
  const { name, roles = operatorRoles, query } = endpoint;
  const paths = pathsOf(endpoint, samples);
  const entries = Object.entries(entriesOf(query)).filter(([filter]) => filter !== 'cursor' && filter !== 'limit');
  const values = new Map(entries.map(([filter, schema]) => [filter, valuesOf(endpoint, filter, schema, samples)]));
  const required = entries.filter(([, schema]) => schema.type !== 'optional').map(([filter]) => filter);
  const free = [...values.keys()].filter((filter) => !required.includes(filter));
  const isList = isPage(endpoint) || isArray(endpoint);
  return subsetsOf(free, mostFilters).map((filters) => ({
    name,
    filters,
    roles,
    isPaged: isPage(endpoint),
    paths: addressesOf(paths, [...required, ...filters], values),
    goal:
      name === 'getOverview' ? goals.overview : name === 'getReport' ? goals.report : isList ? goals.list : goals.page,
  }));
}

/** How many filters are set at once. */
const mostFilters = 3;

/** The subsets of so many elements at most, the smallest first. */
function subsetsOf<T>(of: readonly T[], most: number): T[][] {
  const all = of.reduce<T[][]>((subsets, one) => [...subsets, ...subsets.map((subset) => [...subset, one])], [[]]);
  return all.filter(({ length }) => length <= most).toSorted((one, other) => one.length - other.length);
}

/** How many addresses a variant has at most: each is called several times. */
const mostPaths = 100;

/** Each path with each combination of values, mixed, so that the first hundred have some of all. */
function addressesOf(
  paths: readonly string[],
  filters: readonly string[],
  values: ReadonlyMap<string, readonly string[]>,
): string[] {
  const choices = filters.map((filter) => values.get(filter)!);
  const combinations = choices.reduce((product, { length }) => product * length, paths.length);
  const step = stepThrough(combinations);
  return Array.from({ length: Math.min(combinations, mostPaths) }, (_, index) => {
    let rest = (index * step) % combinations;
    const path = paths[rest % paths.length]!;
    rest = Math.floor(rest / paths.length);
    const search = new URLSearchParams();
    for (const [place, filter] of filters.entries()) {
      const values = choices[place]!;
      search.set(filter, values[rest % values.length]!);
      rest = Math.floor(rest / values.length);
    }
    return search.size === 0 ? path : `${path}?${search}`;
  });
}

/** A step that meets every number below `count` once before it comes round. */
function stepThrough(count: number): number {
  const divides = (a: number, b: number): boolean => (b === 0 ? a === 1 : divides(b, a % b));
  let step = Math.max(1, Math.round(count * 0.618));
  while (!divides(count, step)) step += 1;
  return step;
}

function pathsOf({ name, path, params }: Endpoint, { ids }: Samples): string[] {
  const below = path.slice('/operator'.length);
  if (params === undefined) return [below];
  const known = ids[below.split('/')[1]!];
  if (known === undefined) throw new Error(`bench/console/samples.ts has no ids for ${name}`);
  return known.map((id) => below.replace(/\{\w+\}/, id));
}

type Schema = GenericSchema & {
  readonly wrapped?: Schema;
  readonly pipe?: readonly Schema[];
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
};

function entriesOf(query: GenericSchema | undefined): Readonly<Record<string, Schema>> {
  const { entries = {} }: Partial<Schema> = query ?? {};
  return entries;
}

/** Each value of a fixed set; where several can be chosen, also the first two, and all but the first. */
function valuesOf({ name }: Endpoint, filter: string, schema: Schema, { filters }: Samples): readonly string[] {
  const inner = schema.wrapped ?? schema;
  const fixed = optionsOf(inner);
  if (fixed === undefined) {
    const known = filters[`${name} ${filter}`] ?? filters[filter];
    if (known === undefined) throw new Error(`bench/console/samples.ts has no values for ${filter} of ${name}`);
    return known;
  }
  if (inner.pipe === undefined) return fixed;
  const someOf = fixed.length > 1 ? [`${fixed[0]},${fixed[1]}`] : [];
  // `queryChoice` reads a minus as all others.
  const others = isChoice(inner) ? [`-${fixed[0]}`] : [];
  return [...fixed, ...someOf, ...others];
}

/** The values of a schema that has a fixed set of them, somewhere in its pipe. */
function optionsOf(schema: Schema): readonly string[] | undefined {
  if (schema.type === 'picklist') return schema.options!.map(String);
  if (schema.type === 'literal') return [String(schema.literal)];
  if (schema.type === 'array') return optionsOf(schema.item!);
  const inside = [...(schema.pipe ?? []).filter((part) => part !== schema), ...Object.values(schema.entries ?? {})];
  return inside
    .map((part) => (part.type === 'string' ? undefined : optionsOf(part)))
    .find((found) => found !== undefined);
}

const isChoice = (schema: Schema) => schema.pipe!.some(({ entries }) => entries !== undefined && 'chosen' in entries);

const answerOf = ({ answer }: Endpoint) => entriesOf(answer ?? undefined);
const isPage = (endpoint: Endpoint) => 'meta' in answerOf(endpoint);
const isArray = (endpoint: Endpoint) => answerOf(endpoint)['data']?.type === 'array';
