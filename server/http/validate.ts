import { isUtf8 } from 'node:buffer';
import * as v from 'valibot';
import type { Language, Sentence } from '#server/words/languages.ts';
import { Refusal, type Fault } from './refusal.ts';

/** No answer names more fields than this, however bad the request. */
export const mostErrors = 20;
/** A longer path contains a field name that the caller made up. */
const longestPath = 200;
/** The deepest nesting that is searched; bodies of the contract are far less deep. */
const mostDepth = 20;

// Errors for which a schema has no words of its own.
v.setGlobalMessage(() => 'Cette valeur ne convient pas.', 'fr');

/** Validates one part of a request. Adds each bad field to `errors` by its dotted path, in the language of the call. */
export function validatePart(schema: v.GenericSchema, input: unknown, errors: Fault[], lang: Language = 'en'): unknown {
  const excess: Excess = { tooLong: [], unknown: [], lang };
  findExcess(schema, input, '', excess);
  if (excess.tooLong.length > 0) {
    addErrors(errors, [...excess.tooLong, ...excess.unknown]);
    return undefined;
  }
  const result = v.safeParse(schema, input, { lang });
  if (result.success) return result.output;
  addErrors(errors, describe(result.issues));
  addErrors(errors, excess.unknown);
  return undefined;
}

/** Whether a call may come without a body. */
export function isOptional(body: v.GenericSchema): boolean {
  return body.type === 'optional';
}

/** Reads a body as JSON. @throws Refusal invalid_request */
export function parseJson(body: Buffer | undefined): unknown {
  if (body === undefined || body.length === 0) throw refuseBody(({ bodyRequired }) => bodyRequired);
  if (!isUtf8(body)) throw refuseBody(({ bodyNotUtf8 }) => bodyNotUtf8);
  const text = body.toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuseBody(({ bodyNotJson }) => bodyNotJson);
  }
  // Only these escapes can produce text that cannot be stored: raw control characters are invalid JSON, and lone surrogates
  // are invalid UTF-8.
  if (/\\u(0000|d[89a-f])/i.test(text)) requireStorable(value);
  return value;
}

/**
 * Refuses strings that PostgreSQL cannot store: those with NUL or a lone surrogate.
 *
 * @throws Refusal invalid_request, naming these strings
 */
export function requireStorable(value: unknown): void {
  const errors: Fault[] = [];
  findUnstorable(value, '', 0, errors);
  if (errors.length > 0) throw new Refusal('invalid_request', { errors });
}

function refuseBody(message: Sentence): Refusal {
  return new Refusal('invalid_request', { detail: message, errors: [{ path: '', message }] });
}

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

function findUnstorable(value: unknown, path: string, depth: number, errors: Fault[]): void {
  if (errors.length >= mostErrors) return;
  if (typeof value === 'string') {
    if (!isStorable(value)) addErrors(errors, [{ path, message: ({ notAllowed }) => notAllowed }]);
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= mostDepth) return addErrors(errors, [{ path, message: ({ nestedTooDeep }) => nestedTooDeep }]);
    for (const [key, item] of Object.entries(value)) {
      const itemPath = join(path, key.replaceAll('\0', '�').toWellFormed());
      if (!isStorable(key)) addErrors(errors, [unknownField(itemPath)]);
      findUnstorable(item, itemPath, depth + 1, errors);
      if (errors.length >= mostErrors) return;
    }
  }
}

/** The parts of valibot's schemas that are used here. A schema with a pipe has the parts of its first schema. */
interface AnySchema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, AnySchema>>;
  readonly item?: AnySchema;
  readonly wrapped?: AnySchema;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown; readonly message?: unknown }[];
}

interface Excess {
  readonly lang: Language;
  readonly tooLong: Fault[];
  readonly unknown: Fault[];
}

/**
 * Finds lists that are too long, without reading their elements, and all unknown fields. valibot validates every element
 * of a list before its length, so a caller could choose how long a bad request takes. It also reports only the first
 * unknown field of an object.
 */
function findExcess(schema: AnySchema, input: unknown, path: string, excess: Excess): void {
  if (typeof input !== 'object' || input === null) return;
  if (schema.wrapped) return findExcess(schema.wrapped, input, path, excess);
  if (schema.type === 'array' && Array.isArray(input)) {
    const longest = schema.pipe?.find(({ type }) => type === 'max_length');
    if (longest !== undefined && input.length > Number(longest.requirement)) {
      return addErrors(excess.tooLong, [{ path, message: messageOfRule(longest.message, excess.lang) }]);
    }
    for (const [index, item] of input.entries()) findExcess(schema.item!, item, join(path, String(index)), excess);
  } else if (schema.type === 'strict_object') {
    const entries = schema.entries!;
    for (const [key, entry] of Object.entries(entries)) {
      if (Object.hasOwn(input, key)) findExcess(entry, input[key as never], join(path, key), excess);
    }
    for (const key of Object.keys(input)) {
      if (excess.unknown.length >= mostErrors) return;
      if (!Object.hasOwn(entries, key)) addErrors(excess.unknown, [unknownField(join(path, key))]);
    }
  }
}

/** Adds errors for paths that have none yet, up to `mostErrors`. */
function addErrors(errors: Fault[], more: Iterable<Fault>): void {
  for (const error of more) {
    if (errors.length >= mostErrors) return;
    const path = error.path.length > longestPath ? `${error.path.slice(0, longestPath)}…` : error.path;
    if (!errors.some((one) => one.path === path)) errors.push({ ...error, path });
  }
}

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

const unknownField = (path: string): Fault => ({ path, message: ({ noSuchField }) => noSuchField });

function* describe(issues: readonly v.BaseIssue<unknown>[], parents = ''): Generator<Fault> {
  for (const issue of issues) {
    const path = (issue.path ?? []).reduce((sofar, item) => join(sofar, String(item.key)), parents);
    // The issues of a union's options are more helpful than "no option matches".
    if (issue.type === 'union' && issue.issues) yield* describe(issue.issues, path);
    else yield { path, message: messageOf(issue) };
  }
}

function messageOf(issue: v.BaseIssue<unknown>): Sentence {
  if (issue.type === 'strict_object' && issue.expected === 'never') return unknownField('').message;
  if (issue.kind === 'schema' && issue.received === 'undefined') return ({ required }) => required;
  return issue.message;
}

/** The message of a rule that was not asked through valibot: a text, or a function of the language. */
function messageOfRule(message: unknown, lang: Language): string {
  return typeof message === 'function' ? (message as (issue: { lang: Language }) => string)({ lang }) : String(message);
}
