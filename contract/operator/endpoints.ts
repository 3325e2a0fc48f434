import type { Call } from '#contract/calls/call.ts';
import type { AnswerOf, Endpoint, InputOf } from '#contract/endpoint.ts';
import * as access from './access.ts';
import * as acts from './acts.ts';
import * as audit from './audit.ts';
import * as caps from './caps.ts';
import * as care from './care.ts';
import * as documents from './documents.ts';
import * as draws from './draws.ts';
import * as explanation from './explanation.ts';
import * as exports from './exports.ts';
import * as exposure from './exposure.ts';
import * as machineKeys from './machine-keys.ts';
import * as money from './money.ts';
import * as operators from './operators.ts';
import * as overview from './overview.ts';
import * as payments from './payments.ts';
import * as players from './players.ts';
import * as replay from './replay.ts';
import * as reports from './reports.ts';
import * as savedViews from './saved-views.ts';
import * as settings from './settings.ts';
import * as shiftNotes from './shift-notes.ts';
import * as statements from './statements.ts';
import * as webhooks from './webhooks.ts';

/** The subjects, in the order in which the document lists them. Each description that one exports is a call of the API. */
const subjects = [
  access,
  overview,
  documents,
  players,
  explanation,
  replay,
  care,
  draws,
  exposure,
  caps,
  payments,
  money,
  statements,
  acts,
  audit,
  operators,
  exports,
  reports,
  savedViews,
  shiftNotes,
  settings,
  webhooks,
  machineKeys,
] as const;

type DescribedIn<Subject> = Subject extends unknown ? Extract<Subject[keyof Subject], Endpoint> : never;

/** Every call of the operators' API, on a listener of its own. It is not part of the players' API and its document. */
export const operatorEndpoints: readonly Endpoint[] = subjects.flatMap((subject) =>
  Object.values<unknown>(subject).filter(isDescription),
);

function isDescription(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'answer' in value;
}

/** The endpoint that describes a call: no two have the same method and path. */
type EndpointOf<C extends Call> = Extract<DescribedIn<(typeof subjects)[number]>, Pick<C, 'method' | 'path'>>;

/** The parts that the console passes with a call: `params`, `query`, `headers` and `body`, where the call has them. */
export type OperatorInput<C extends Call> = InputOf<EndpointOf<C>>;

/** The body of a call's answer when it succeeds. */
export type OperatorAnswer<C extends Call> = AnswerOf<EndpointOf<C>>;
