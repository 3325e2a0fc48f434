import type * as v from 'valibot';
import { safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { operatorEndpoints } from '#contract/operator/endpoints.ts';
import { findPatterns } from '#tests/support/patterns/find-patterns.ts';
import { findSlowPatterns, findSlowText } from '#tests/support/patterns/slowest-text.ts';

type Schema = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
  readonly item?: Schema;
  readonly items?: readonly Schema[];
  readonly wrapped?: Schema;
  readonly value?: Schema;
  readonly pipe?: readonly Schema[];
};

/** Every text that a schema takes, with where it stands. */
function* textsIn(schema: Schema, path: string): Generator<readonly [path: string, schema: Schema]> {
  if (schema.type === 'string') return yield [path, schema];
  const { entries = {}, options = [], items = [], item, wrapped, value } = schema;
  for (const [name, inner] of Object.entries(entries)) yield* textsIn(inner, `${path}.${name}`);
  for (const inner of [...options, ...items, item, wrapped, value]) {
    if (typeof inner === 'object') yield* textsIn(inner, path);
  }
}

const texts = [...endpoints, ...operatorEndpoints].flatMap(({ name, body }) =>
  body ? [...textsIn(body as Schema, name)] : [],
);

const queries = [...endpoints, ...operatorEndpoints].flatMap(({ name, params, query, headers }) =>
  [params, query, headers].flatMap((part) => (part ? [...textsIn(part as Schema, name)] : [])),
);

/** Secrets, and numbers of a ticket, of which the rules of the game take "1" to "9" alone. */
const shownToNobody = /\.(password\w*|currentPassword|newPassword|idToken|token|selectedNumbers)$/;

describe('the texts that calls take', () => {
  test('are found in every form', () => {
    expect(texts.length).toBeGreaterThan(150);
    for (const path of ['register.firstName', 'deposit.customerDetails.lastName', 'saveView.name', 'addPasskey.name']) {
      expect(texts.map(([each]) => each)).toContain(path);
    }
  });

  test('contain no character that changes their direction', () => {
    const controls = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2067', '\u2069'];
    const takes = texts.filter(([, schema]) => controls.some((one) => safeParse(schema, `Aw${one}a 123456`).success));
    expect(takes.map(([path]) => path).filter((path) => !shownToNobody.test(path))).toEqual([]);
  });
});

describe('regular expressions', () => {
  // Those of all rooms: `patterns.long.test.ts`.
  test('regular expressions that check calls take at most a number of steps proportional to the length of the input', async () => {
    const checks = [...texts, ...queries].flatMap(([place, schema]) =>
      (schema.pipe ?? []).flatMap((action) => {
        const { requirement: pattern } = action as { requirement?: unknown };
        return pattern instanceof RegExp ? [{ place, pattern }] : [];
      }),
    );
    expect(checks.length).toBeGreaterThan(100);
    expect(findSlowPatterns([...checks, ...(await findPatterns(['contract']))])).toEqual([]);
  });

  test.each([
    [/^(a+)+$/, true],
    [/\s+$/, true],
    [/^(.*?),(.*?),(.*?);$/, true],
    [/(x+x+)+y/, true],
    [/^(\d{1,3},?)*$/, true],
    [/^[a-z]+(_[a-z]+)*$/, false],
    [/^\d{1,15}$/, false],
  ])('the search finds the slow part of %s: %s', (pattern, isSlow) => {
    expect(findSlowText(pattern) !== null).toBe(isSlow);
  });
});
