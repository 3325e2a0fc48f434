import type { Http } from '#server/http/http.ts';
import { registerActRoutes } from './acts/routes.ts';
import { registerAuditRoutes } from './audit/routes.ts';
import { registerIdentityDocumentRoutes } from './documents/routes.ts';
import { registerOperatorDrawRoutes } from './draws/routes.ts';
import type { Operators } from './door/operators.ts';
import { registerDoorRoutes } from './door/routes.ts';
import { registerOperatorsRoutes } from './operators/routes.ts';
import { registerPlayerRoutes } from './players/routes.ts';

/** Every subject of the operators' API, one line each. */
export function registerOperatorRoutes(http: Http, operators: Operators): void {
  registerDoorRoutes(http, operators);
  registerIdentityDocumentRoutes(http, operators);
  registerOperatorsRoutes(http, operators);
  registerPlayerRoutes(http, operators);
  registerOperatorDrawRoutes(http, operators);
  registerActRoutes(http, operators);
  registerAuditRoutes(http, operators);
}
