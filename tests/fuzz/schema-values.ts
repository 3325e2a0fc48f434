import type { JsonSchema } from '@valibot/to-json-schema';
import fc from 'fast-check';

/** Values for a property by its name, when the schema alone does not give useful ones. */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Values that a JSON Schema allows, for the keywords that our document uses. */
export function valuesOf(schema: JsonSchema, hints: Hints): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one as JsonSchema, hints)));
  switch (schema.type) {
    case 'object':
      return objects(schema, hints);
    case 'array':
      return fc.array(valuesOf(schema.items as JsonSchema, hints), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 4),
      });
    case 'string':
      return strings(schema);
    case 'integer':
    case 'number':
      return integers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}`);
  }
}

function integers({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema) {
  return fc.bigInt({ min: BigInt(minimum), max: BigInt(maximum) }).map(Number);
}

function objects({ properties = {}, required = [] }: JsonSchema, hints: Hints): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, namedValues(name, property as JsonSchema, hints)]),
  );
  return fc.record(fields, { requiredKeys: required, noNullPrototype: true });
}

export function namedValues(name: string, schema: JsonSchema, hints: Hints): fc.Arbitrary<unknown> {
  const hint = hints[name];
  const any = valuesOf(schema, hints);
  return hint ? fc.oneof({ weight: 9, arbitrary: hint }, { weight: 1, arbitrary: any }) : any;
}

function strings({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return fc.uuid();
    case 'email':
      return fc.emailAddress();
    case 'date-time':
      return dateTimes;
    case 'date':
      return dateTimes.map((text) => text.slice(0, 10));
    default:
      if (pattern === undefined) return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) });
      return fc
        .stringMatching(new RegExp(pattern), { size: 'medium' })
        .filter(({ length }) => length >= minLength && length <= maxLength);
  }
}

const digits = (min: number, max: number, length: number) =>
  fc.integer({ min, max }).map((number) => String(number).padStart(length, '0'));

/** Times in any year with four digits, including days that not every month has. */
const dateTimes = fc
  .tuple(
    fc.oneof(fc.constant('2026'), digits(0, 9_999, 4)),
    digits(1, 12, 2),
    digits(1, 31, 2),
    digits(0, 23, 2),
    digits(0, 59, 2),
    fc.constantFrom('', '.1', '.999', '.123456789'),
    fc.constantFrom('Z', 'Z', '+00:00', '-12:00', '+14:00'),
  )
  .map(
    ([year, month, day, hour, minute, fraction, zone]) =>
      `${year}-${month}-${day}T${hour}:${minute}:00${fraction}${zone}`,
  );
