import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { placeBets } from '#contract/bets.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ProblemError } from '#contract/problems.ts';
import { write, type Language } from '#server/words/languages.ts';
import type { Fault, Refusal } from './refusal.ts';
import { mostErrors, parseJson, validatePart } from './validate.ts';

/** A list that counts how often anything of it is looked at besides its length. */
function countLooks(items: readonly unknown[]): { readonly list: unknown[]; readonly looks: () => number } {
  let looks = 0;
  const list = new Proxy([...items], {
    get(target, key, receiver) {
      if (key !== 'length') looks += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
    ownKeys(target) {
      looks += 1;
      return Reflect.ownKeys(target);
    },
  });
  return { list, looks: () => looks };
}

function errorsOf(schema: v.GenericSchema, input: unknown, language: Language = 'en'): ProblemError[] {
  const errors: Fault[] = [];
  validatePart(schema, input, errors, language);
  return errors.map((one) => ({ ...one, message: write(one.message, language) }));
}

const manyFields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
const errorsOfJson = (text: string): ProblemError[] => {
  try {
    parseJson(Buffer.from(text));
  } catch (error) {
    return (error as Refusal).errors!.map((one) => ({ ...one, message: write(one.message, 'en') }));
  }
  return [];
};

describe('the cost of a bad request does not grow with its size', () => {
  test('a list that is too long is refused by its length, and its items are not read', () => {
    const { list, looks } = countLooks(Array.from({ length: 21_500 }, () => ({})));
    expect(errorsOf(placeBets.body, { tickets: list })).toEqual([{ path: 'tickets', message: 'At most 50 tickets.' }]);
    expect(looks()).toBe(0);
  });

  test('a list inside another one is refused by its length too', () => {
    const { list, looks } = countLooks(Array.from({ length: 10_000 }, () => 1));
    const tickets = Array.from({ length: 50 }, () => ({ selectedNumbers: list }));
    const errors = errorsOf(placeBets.body, { tickets });
    expect(errors).toHaveLength(mostErrors);
    expect(errors[0]).toEqual({ path: 'tickets.0.selectedNumbers', message: 'At most nine numbers.' });
    expect(looks()).toBe(0);
  });

  test('unknown fields are named without validating again for each', () => {
    let validated = 0;
    const counting = v.strictObject({
      amount: v.pipe(
        v.number(),
        v.check(() => (validated += 1) > 0),
      ),
    });
    const errors = errorsOf(counting, { ...manyFields(7_500), amount: 5 });
    expect(errors.map(({ path }) => path)).toEqual(Array.from({ length: mostErrors }, (_, index) => `k${index}`));
    expect(validated).toBe(1);
  });

  test.each(endpoints.filter(({ body }) => body).map(({ name, body }) => [name, body!] as const))(
    '%s limits each list, and names at most that many fields',
    (_name, body) => {
      expect(listsOf(body as Described).filter(({ pipe }) => !pipe?.some(({ type }) => type === 'max_length'))).toEqual(
        [],
      );
      expect(errorsOf(body, manyFields(7_500)).length).toBeLessThanOrEqual(mostErrors);
    },
  );

  test('a long name is not repeated in full', () => {
    const [error] = errorsOf(placeBets.body, { tickets: [{}], ['x'.repeat(60_000)]: 1 }).slice(-1);
    expect(error!.path.length).toBeLessThan(300);
  });
});

interface Described {
  readonly type: string;
  readonly entries?: Record<string, Described>;
  readonly item?: Described;
  readonly wrapped?: Described;
  readonly options?: readonly Described[];
  readonly pipe?: readonly { readonly type: string }[];
}

function listsOf(schema: Described): Described[] {
  const { entries = {}, item, wrapped, options = [] } = schema;
  const inner = [...Object.values(entries), ...options, ...[item, wrapped].filter((one) => one !== undefined)];
  // The options of a picklist are plain texts.
  const within = inner.filter((one) => typeof one === 'object').flatMap(listsOf);
  return schema.type === 'array' ? [schema, ...within] : within;
}

describe('text that cannot be stored', () => {
  test.each([
    ['a NUL', String.raw`{"a":["b\u0000"]}`, 'a.0'],
    ['half of a pair', String.raw`{"a":"\ud83d!"}`, 'a'],
    ['the other half', String.raw`{"a":"\uDE00"}`, 'a'],
  ])('%s', (_name, text, path) => {
    expect(errorsOfJson(text)).toEqual([{ path, message: 'This contains characters that are not allowed.' }]);
  });

  test('a complete pair, and text that only looks like one or like NUL, is accepted', () => {
    expect(parseJson(Buffer.from(String.raw`["\ud83d\ude00","\\u0000","\\ud83d"]`))).toEqual([
      '😀',
      String.raw`\u0000`,
      String.raw`\ud83d`,
    ]);
  });

  test.each([
    ['lists', '['.repeat(30_000), ']'.repeat(30_000)],
    ['fields', '{"a":'.repeat(10_000), '}'.repeat(10_000)],
  ])('however deep in %s', (_name, before, after) => {
    const errors = errorsOfJson(String.raw`${before}"\u0000"${after}`);
    expect(errors).toEqual([{ path: expect.any(String), message: 'This is nested too deep.' }]);
    expect(errors[0]!.path.length).toBeLessThan(300);
  });

  test('in very many places, some of which are named', () => {
    expect(errorsOfJson(`[${String.raw`"\u0000",`.repeat(6_000)}0]`)).toHaveLength(mostErrors);
  });
});

test('errors are in the language of the call', () => {
  const body = { tickets: [{ name: 'IziZero' }], more: 1 };
  const said = Object.fromEntries(errorsOf(placeBets.body, body, 'fr').map(({ path, message }) => [path, message]));
  expect(said).toEqual({
    'tickets.0.id': 'À remplir.',
    'tickets.0.drawId': 'À remplir.',
    'tickets.0.name': 'Un de ceux-ci\u202F: IziOrder, IziOne, IziTwo, IziABC, Izi2x, Izi3x.',
    'tickets.0.selectedNumbers': 'À remplir.',
    'tickets.0.betAmount': 'À remplir.',
    more: 'Ce champ n’existe pas.',
  });
  const tooMany = Array.from({ length: 51 }, () => ({}));
  expect(errorsOf(placeBets.body, { tickets: tooMany }, 'fr')).toEqual([
    { path: 'tickets', message: 'Au plus 50 tickets.' },
  ]);
  // A rule without words of its own.
  expect(errorsOf(v.object({ at: v.pipe(v.string(), v.isoTimestamp()) }), { at: 'soon' }, 'fr')).toEqual([
    { path: 'at', message: 'Cette valeur ne convient pas.' },
  ]);
});
