import type { Endpoint } from '#contract/endpoint.ts';
import { actEndpoints } from './acts.ts';
import { auditEndpoints } from './audit.ts';
import { identityDocumentEndpoints } from './documents.ts';
import { doorEndpoints } from './door.ts';
import { playerEndpoints } from './players.ts';

const all = [
  ...doorEndpoints,
  ...identityDocumentEndpoints,
  ...playerEndpoints,
  ...actEndpoints,
  ...auditEndpoints,
] as const;

/** Every call of the operators' API, on a listener of its own. It is no part of the players' API and its document. */
export const operatorEndpoints: readonly Endpoint[] = all;
