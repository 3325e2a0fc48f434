import type { Queryable } from '#database/connect.ts';
import { defaultLimit, toPage, type Page } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAs, type Operators } from './operators.ts';

/** A function of the database that answers operators. It takes the session first. */
export type DatabaseFunction = `console.${string}`;

/** The SQLSTATE with which the database answers where the subject of a read is not there. */
const noDataFound = 'P0002';

function rowsOf<Row extends object>(db: Queryable, name: DatabaseFunction, values: readonly unknown[]): Promise<Row[]> {
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  return db.query<Row>(`select * from ${name}(${places})`, [...values]);
}

/** The first row that a function of the database answers with; undefined where there is none. */
export async function rowOf<Row extends object>(
  db: Queryable,
  name: DatabaseFunction,
  values: readonly unknown[],
): Promise<Row | undefined> {
  const [row] = await rowsOf<Row>(db, name, values);
  return row;
}

/** The one value that a function of the database returns. */
export async function valueOf<T>(db: Queryable, name: DatabaseFunction, values: readonly unknown[]): Promise<T> {
  const row = await rowOf(db, name, values);
  return Object.values(row!)[0] as T;
}

/** The rows of one function of the database, in a transaction of its own. @throws Refusal not_allowed, not_found */
export async function callFor<Row extends object>(
  operators: Pick<Operators, 'db'>,
  name: DatabaseFunction,
  values: readonly unknown[],
): Promise<Row[]> {
  return orNotFound(actAs(operators, (tx) => rowsOf<Row>(tx, name, values)));
}

/** The one value that a function of the database returns: JSON in the contract's own shape, or a plain one. */
export async function readOne<T>(
  operators: Pick<Operators, 'db'>,
  name: DatabaseFunction,
  values: readonly unknown[],
): Promise<T> {
  return orNotFound(actAs(operators, (tx) => valueOf<T>(tx, name, values)));
}

/** Reads from a function that answers null where its subject is not there. @throws Refusal not_found */
export async function readFound<T>(
  operators: Pick<Operators, 'db'>,
  name: DatabaseFunction,
  values: readonly unknown[],
): Promise<T> {
  const found = await readOne<T | null>(operators, name, values);
  if (found === null) throw new Refusal('not_found');
  return found;
}

/** The items that a function of the database returns, each as JSON in the contract's own shape. */
export async function readAll<Item>(
  operators: Pick<Operators, 'db'>,
  name: DatabaseFunction,
  values: readonly unknown[],
): Promise<Item[]> {
  const rows = await callFor<{ value: Item }>(operators, name, values);
  return rows.map((row) => Object.values(row)[0] as Item);
}

/**
 * A page of a list. The function takes the greatest number of items last, and answers with each item in the contract's own shape
 * and the cursor that asks for what comes behind it.
 */
export async function readPage<Item>(
  operators: Pick<Operators, 'db'>,
  name: DatabaseFunction,
  values: readonly unknown[],
  limit: number = defaultLimit,
): Promise<Page<Item>> {
  // One more than asked for, to know whether there is a next page.
  const rows = await callFor<{ item: Item; cursor: string }>(operators, name, [...values, limit + 1]);
  return toPage(
    rows,
    limit,
    ({ item }) => item,
    ({ cursor }) => cursor,
  );
}

/** @throws Refusal not_found where the database says that there is no such subject */
export async function orNotFound<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    if ((error as { code?: unknown }).code === noDataFound) throw new Refusal('not_found', { cause: error });
    throw error;
  }
}
