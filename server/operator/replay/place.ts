import { readCursor } from '#server/http/paging.ts';

/** The place of a line: the database's function says what stands in it. */
export interface PlaceRow {
  readonly micros: number;
  readonly what: number;
  readonly key: string;
}

/** Of a line, as its id and in a cursor. */
export const writePlace = ({ micros, what, key }: PlaceRow) => `${micros}.${what}.${key}`;

const placeForm = String.raw`\d{1,16}\.\d\.[0-9a-f-]{1,36}`;
const ofPlace = new RegExp(`^${placeForm}$`);
const ofPlaceWithSums = new RegExp(String.raw`^${placeForm}\.\d{1,15}\.\d{1,15}$`);

/** The place that a cursor names, as values of a statement. @throws Refusal invalid_request */
export function readPlace(cursor: string | undefined) {
  return toValues(readCursor(cursor, ofPlace));
}

/** The same of a cursor that carries what was staked and paid until then. @throws Refusal invalid_request */
export function readPlaceWithSums(cursor: string | undefined) {
  const place = readCursor(cursor, ofPlaceWithSums);
  const [staked = 0, paid = 0] = place?.split('.').slice(3).map(Number) ?? [];
  return { place: toValues(place), staked, paid };
}

function toValues(place: string | null): readonly [micros: number | null, what: number | null, key: string | null] {
  if (place === null) return [null, null, null];
  const [micros, what, key] = place.split('.');
  return [Number(micros), Number(what), key!];
}
