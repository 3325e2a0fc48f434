import { betEndpoints } from './bets.ts';
import type { Call } from './calls/call.ts';
import { clientStreamEndpoints } from './client-stream.ts';
import { drawEndpoints } from './draws.ts';
import type { AnswerOf, Endpoint, InputOf } from './endpoint.ts';
import { explanationEndpoints } from './explanation.ts';
import { favouriteEndpoints } from './favourites.ts';
import { figureEndpoints } from './figures.ts';
import { documentEndpoints } from './documents.ts';
import { identityEndpoints } from './identity.ts';
import { messageEndpoints } from './messages.ts';
import { newDeviceEndpoints } from './new-device.ts';
import { noticeEndpoints } from './notices.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { paymentEndpoints } from './payments.ts';
import { personalDataEndpoints } from './personal-data.ts';
import { playLimitEndpoints } from './play-limits.ts';
import { securityEndpoints } from './security.ts';
import { undoEndpoints } from './undo.ts';
import { walletEndpoints } from './wallet.ts';

const all = [
  ...drawEndpoints,
  ...figureEndpoints,
  ...betEndpoints,
  ...favouriteEndpoints,
  ...identityEndpoints,
  ...documentEndpoints,
  ...newDeviceEndpoints,
  ...undoEndpoints,
  ...passkeyEndpoints,
  ...securityEndpoints,
  ...walletEndpoints,
  ...explanationEndpoints,
  ...paymentEndpoints,
  ...playLimitEndpoints,
  ...noticeEndpoints,
  ...clientStreamEndpoints,
  ...personalDataEndpoints,
  ...messageEndpoints,
] as const;

/** Every call of the API, in the order in which the published document lists them. */
export const endpoints: readonly Endpoint[] = all;

/** The endpoint that describes a call: no two have the same method and path. */
type EndpointOf<C extends Call> = Extract<(typeof all)[number], Pick<C, 'method' | 'path'>>;

/** The parts that the browser passes with a call: `params`, `query`, `headers` and `body`, where the call has them. */
export type CallInput<C extends Call> = InputOf<EndpointOf<C>>;

/** The body of a call's answer when it succeeds. */
export type CallAnswer<C extends Call> = AnswerOf<EndpointOf<C>>;
