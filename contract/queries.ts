import * as v from 'valibot';
import * as words from '#contract/words/checks.ts';
import { uuid } from './values.ts';

/*
 * Parameters of queries. No form has them, so no browser downloads them. `written` is what OpenAPI calls a parameter, although all of a
 * query is text.
 */

/** A query parameter that is a whole number in a range. */
export function queryInteger(min: number, max: number) {
  return v.pipe(
    v.string(),
    v.description(`A whole number from ${min} to ${max}.`),
    v.metadata({ written: { type: 'integer', minimum: min, maximum: max } }),
    v.regex(/^\d{1,9}$/, words.wholeNumber(min, max)),
    v.transform(Number),
    v.minValue(min, words.wholeNumber(min, max)),
    v.maxValue(max, words.wholeNumber(min, max)),
  );
}

/** A query parameter that lists some of a set: `pending,win`. */
export function queryList<const T extends readonly string[]>(values: T) {
  return v.pipe(
    v.string(),
    v.description(`Some of ${values.join(', ')}, separated by commas.`),
    v.metadata({ written: { type: 'array', items: { type: 'string', enum: values } } }),
    v.maxLength(200),
    v.transform((text) => text.split(',')),
    v.array(v.picklist(values, words.someOf(values))),
  );
}

/** A query parameter that lists ids: `019b…,019c…`. */
export function queryIds(most: number) {
  return v.pipe(
    v.string(),
    v.description(`At most ${most} ids, separated by commas.`),
    v.metadata({ written: { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: most } }),
    v.maxLength(most * 37),
    v.transform((text) => text.split(',')),
    v.array(uuid),
    v.maxLength(most, words.idsAtMost(most)),
  );
}

/** Keyset paging: `cursor` is the last answer's `meta.next`. */
export const paging = {
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200), v.regex(/^[A-Za-z0-9_.:-]+$/, words.cursor))),
  limit: v.optional(queryInteger(1, 100)),
};
