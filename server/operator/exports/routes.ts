import * as contract from '#contract/operator/exports.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { sendPeopleFile } from './people-file.ts';

export function registerExportRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.getPeopleFile, ({ operator, params, reply }) =>
    sendPeopleFile(operators, operator, params.id, reply),
  );
}
