import type { Http } from '#server/http/http.ts';
import { registerActRoutes } from './acts/routes.ts';
import { registerAuditRoutes } from './audit/routes.ts';
import { registerIdentityDocumentRoutes } from './documents/routes.ts';
import { registerCapRoutes } from './caps/routes.ts';
import { registerCareRoutes } from './care/routes.ts';
import { registerOperatorDrawRoutes } from './draws/routes.ts';
import type { Operators } from './access/operators.ts';
import { registerDoorRoutes } from './access/routes.ts';
import { registerMoneyRoutes } from './money/routes.ts';
import { registerPaymentRoutes } from './payments/routes.ts';
import { registerOperatorsRoutes } from './operators/routes.ts';
import { registerExportRoutes } from './exports/routes.ts';
import { registerExposureRoutes } from './exposure/routes.ts';
import { registerOverviewRoutes } from './overview/routes.ts';
import { registerPlayerRoutes } from './players/routes.ts';
import { registerReplayRoutes } from './replay/routes.ts';
import { registerReportRoutes } from './reports/routes.ts';
import { registerSavedViewRoutes } from './saved-views/routes.ts';
import { registerShiftNoteRoutes } from './shift-notes/routes.ts';
import { registerSettingsRoutes } from './settings/routes.ts';
import { registerStatementRoutes } from './statements/routes.ts';
import { registerWebhookRoutes } from './webhooks/routes.ts';

/** Every subject of the operators' API, one line each. */
export function registerOperatorRoutes(http: Http, operators: Operators): void {
  registerDoorRoutes(http, operators);
  registerOverviewRoutes(http, operators);
  registerIdentityDocumentRoutes(http, operators);
  registerOperatorsRoutes(http, operators);
  registerPlayerRoutes(http, operators);
  registerOperatorDrawRoutes(http, operators);
  registerExposureRoutes(http, operators);
  registerCapRoutes(http, operators);
  registerCareRoutes(http, operators);
  registerPaymentRoutes(http, operators);
  registerMoneyRoutes(http, operators);
  registerActRoutes(http, operators);
  registerAuditRoutes(http, operators);
  registerExportRoutes(http, operators);
  registerReplayRoutes(http, operators);
  registerReportRoutes(http, operators);
  registerSavedViewRoutes(http, operators);
  registerShiftNoteRoutes(http, operators);
  registerSettingsRoutes(http, operators);
  registerStatementRoutes(http, operators);
  registerWebhookRoutes(http, operators);
}
