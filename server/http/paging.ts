import * as v from 'valibot';
import { date } from '#contract/values.ts';
import { Refusal } from './refusal.ts';

/** How many items a page of a list has where the call does not say. */
export const defaultLimit = 20;

/** A cursor that is the number of the last item of a page. */
export const numberCursor = /^\d{1,15}$/;

/** A cursor of a moment and an id: `<microseconds>.<id>` of the last item of a page. */
const momentCursor = /^\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The cursor of a call, which must have the form that the list gives its cursors. @throws Refusal invalid_request */
export function readCursor(cursor: string | undefined, form: RegExp): string | null {
  if (cursor === undefined || form.test(cursor)) return cursor ?? null;
  throw refuseCursor();
}

/** The moment and the id of a cursor `<microseconds>.<id>`, null on the first page. @throws Refusal invalid_request */
export function readMomentCursor(cursor: string | undefined): readonly (string | null)[] {
  return readCursor(cursor, momentCursor)?.split('.') ?? [null, null];
}

/** The cursor of a list whose pages end with a day, `2026-11-20`. @throws Refusal invalid_request, also for a day that is none */
export function readDayCursor(cursor: string | undefined): string | null {
  if (cursor === undefined || v.is(date, cursor)) return cursor ?? null;
  throw refuseCursor();
}

const refuseCursor = () =>
  new Refusal('invalid_request', { errors: [{ path: 'cursor', message: ({ cursor: wanted }) => wanted }] });

export interface Page<Item> {
  readonly data: Item[];
  readonly meta: { readonly next: string | null };
}

/** @param rows one more than the page has, where there is a next page */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
  cursorOf: (row: Row) => string,
): Page<Item> {
  const page = rows.slice(0, limit);
  return {
    data: page.map((row) => present(row)),
    meta: { next: rows.length > limit ? cursorOf(page.at(-1)!) : null },
  };
}
