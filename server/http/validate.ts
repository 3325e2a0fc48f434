import { isUtf8 } from 'node:buffer';
import * as v from 'valibot';
import type { ProblemError } from '#contract/problems.ts';
import { Refusal } from './refusal.ts';

/** No answer names more fields than this, however bad the request. */
const MOST_ERRORS = 100;

/** Validates one part of a request and adds what is wrong with it to `errors`, each field by its dotted path. */
export function validatePart(schema: v.GenericSchema, input: unknown, errors: ProblemError[]): unknown {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  addErrors(schema, input, result.issues, errors);
  return undefined;
}

/** Reads a body as JSON. @throws Refusal invalid_request */
export function parseJson(body: Buffer | undefined): unknown {
  if (body === undefined || body.length === 0) throw refuseBody('A JSON body is required.');
  if (!isUtf8(body)) throw refuseBody('The body is not UTF-8 text.');
  const text = body.toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuseBody('The body is not JSON.');
  }
  // Only a text with this escape can hold a NUL: raw control characters are not JSON.
  if (text.includes('\\u0000')) refuseNul(value);
  return value;
}

/** PostgreSQL cannot store NUL in a text. @throws Refusal invalid_request, naming every string that holds one */
export function refuseNul(value: unknown): void {
  const errors: ProblemError[] = [];
  findNul(value, '', errors);
  if (errors.length > 0) throw new Refusal('invalid_request', { errors });
}

function refuseBody(message: string): Refusal {
  return new Refusal('invalid_request', { detail: message, errors: [{ path: '', message }] });
}

function findNul(value: unknown, path: string, errors: ProblemError[]): void {
  if (errors.length >= MOST_ERRORS) return;
  if (typeof value === 'string') {
    if (value.includes('\0')) errors.push({ path, message: 'This holds characters that cannot be used.' });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const itemPath = path === '' ? key.replaceAll('\0', '�') : `${path}.${key.replaceAll('\0', '�')}`;
      if (key.includes('\0')) errors.push({ path: itemPath, message: 'There is no such field.' });
      findNul(item, itemPath, errors);
    }
  }
}

function addErrors(
  schema: v.GenericSchema,
  input: unknown,
  issues: readonly v.BaseIssue<unknown>[],
  errors: ProblemError[],
) {
  let unknownFields = 0;
  for (const issue of issues.flatMap((one) => flattenUnion(one, []))) {
    const path = issue.path.map((item) => String(item.key)).join('.');
    if (isUnknownField(issue)) unknownFields += 1;
    if (errors.length < MOST_ERRORS && !errors.some((error) => error.path === path)) {
      errors.push({ path, message: messageOf(issue) });
    }
  }
  if (unknownFields > 0 && errors.length < MOST_ERRORS) nameFurtherUnknownFields(schema, input, issues, errors);
}

/** valibot names only the first unknown field of an object: without it, the next one shows. */
function nameFurtherUnknownFields(
  schema: v.GenericSchema,
  input: unknown,
  issues: readonly v.BaseIssue<unknown>[],
  errors: ProblemError[],
) {
  for (const issue of issues) {
    const last = issue.path?.at(-1);
    if (last !== undefined && isUnknownField(issue)) Reflect.deleteProperty(last.input as object, last.key as string);
  }
  const next = v.safeParse(schema, input);
  if (!next.success && next.issues.some(isUnknownField)) addErrors(schema, input, next.issues, errors);
}

interface LocatedIssue extends Pick<v.BaseIssue<unknown>, 'kind' | 'type' | 'expected' | 'received' | 'message'> {
  readonly path: readonly v.IssuePathItem[];
}

/** A union's issue holds those of each option; they say more than "neither fits". */
function flattenUnion(issue: v.BaseIssue<unknown>, parents: readonly v.IssuePathItem[]): LocatedIssue[] {
  const path = [...parents, ...(issue.path ?? [])];
  if (issue.type === 'union' && issue.issues) return issue.issues.flatMap((inner) => flattenUnion(inner, path));
  return [{ ...issue, path }];
}

function isUnknownField(issue: Pick<v.BaseIssue<unknown>, 'type' | 'expected'>): boolean {
  return issue.type === 'strict_object' && issue.expected === 'never';
}

function messageOf(issue: LocatedIssue): string {
  if (isUnknownField(issue)) return 'There is no such field.';
  if (issue.kind === 'schema' && issue.received === 'undefined') return 'This is required.';
  return issue.message;
}
