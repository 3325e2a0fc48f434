import { readCursor } from '#server/http/paging.ts';

const placeForm = String.raw`\d{1,16}\.\d\.[0-9a-f-]{1,36}`;
const ofPlace = new RegExp(`^${placeForm}$`);
const ofPlaceWithSums = new RegExp(String.raw`^${placeForm}\.\d{1,15}\.\d{1,15}$`);

/** The place that a cursor names, as values of a statement: its microsecond, what it is, and its key. @throws Refusal invalid_request */
export function readPlace(cursor: string | undefined): readonly (string | null)[] {
  return readCursor(cursor, ofPlace)?.split('.') ?? [null, null, null];
}

/** The place in a cursor that also carries what was staked and paid until then. @throws Refusal invalid_request */
export function readPlaceWithSums(cursor: string | undefined): readonly (string | number | null)[] {
  return readCursor(cursor, ofPlaceWithSums)?.split('.') ?? [null, null, null, 0, 0];
}
