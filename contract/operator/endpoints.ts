import type { Call } from '#contract/calls/call.ts';
import type { AnswerOf, Endpoint, InputOf } from '#contract/endpoint.ts';
import { actEndpoints } from './acts.ts';
import { auditEndpoints } from './audit.ts';
import { capEndpoints } from './caps.ts';
import { careEndpoints } from './care.ts';
import { identityDocumentEndpoints } from './documents.ts';
import { doorEndpoints } from './access.ts';
import { operatorDrawEndpoints } from './draws.ts';
import { playerExplanationEndpoints } from './explanation.ts';
import { machineKeyEndpoints } from './machine-keys.ts';
import { exposureEndpoints } from './exposure.ts';
import { exportEndpoints } from './exports.ts';
import { operatorMoneyEndpoints } from './money.ts';
import { operatorPaymentEndpoints } from './payments.ts';
import { operatorsEndpoints } from './operators.ts';
import { overviewEndpoints } from './overview.ts';
import { playerEndpoints } from './players.ts';
import { replayEndpoints } from './replay.ts';
import { reportEndpoints } from './reports.ts';
import { savedViewEndpoints } from './saved-views.ts';
import { settingsEndpoints } from './settings.ts';
import { shiftNoteEndpoints } from './shift-notes.ts';
import { statementEndpoints } from './statements.ts';
import { webhookEndpoints } from './webhooks.ts';

const all = [
  ...doorEndpoints,
  ...overviewEndpoints,
  ...identityDocumentEndpoints,
  ...playerEndpoints,
  ...playerExplanationEndpoints,
  ...replayEndpoints,
  ...careEndpoints,
  ...operatorDrawEndpoints,
  ...exposureEndpoints,
  ...capEndpoints,
  ...operatorPaymentEndpoints,
  ...operatorMoneyEndpoints,
  ...statementEndpoints,
  ...actEndpoints,
  ...auditEndpoints,
  ...operatorsEndpoints,
  ...exportEndpoints,
  ...reportEndpoints,
  ...savedViewEndpoints,
  ...shiftNoteEndpoints,
  ...settingsEndpoints,
  ...webhookEndpoints,
  ...machineKeyEndpoints,
] as const;

/** Every call of the operators' API, on a listener of its own. It is not part of the players' API and its document. */
export const operatorEndpoints: readonly Endpoint[] = all;

/** The endpoint that describes a call: no two have the same method and path. */
type EndpointOf<C extends Call> = Extract<(typeof all)[number], Pick<C, 'method' | 'path'>>;

/** The parts that the console passes with a call: `params`, `query`, `headers` and `body`, where the call has them. */
export type OperatorInput<C extends Call> = InputOf<EndpointOf<C>>;

/** The body of a call's answer when it succeeds. */
export type OperatorAnswer<C extends Call> = AnswerOf<EndpointOf<C>>;
