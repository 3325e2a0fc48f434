import * as contract from '#contract/operator/money.ts';
import type { Http } from '#server/http/http.ts';
import { dataRoutes } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { listBankFigures, listMismatches, readBooks, stopWithdrawals, typeBankFigure, wantFullPass } from './books.ts';
import { listFigureDraws, listFigures } from './figures.ts';
import { listMovements, listPostings, readAccounts } from './movements.ts';

export function registerMoneyRoutes(http: Http, operators: Operators): void {
  const dataRoute = dataRoutes(http, operators.db);

  dataRoute(contract.getBooks, ({ operator }) => readBooks(operators, operator));
  dataRoute(contract.getAccounts, ({ operator, query }) => readAccounts(operators, operator, query));

  operatorList(
    http,
    operators,
    contract.listMovements,
    async ({ operators, operator, query }) => ({ data: await listMovements(operators, operator, query) }),
    ({ data }) => data.movements,
  );

  operatorList(http, operators, contract.listPostings, ({ operators, operator, query }) =>
    listPostings(operators, operator, query),
  );

  operatorList(http, operators, contract.listMismatches, ({ operators, operator, query }) =>
    listMismatches(operators, operator, query),
  );

  operatorList(
    http,
    operators,
    contract.listFigures,
    async ({ operators, operator, query }) => ({ data: await listFigures(operators, operator, query) }),
    ({ data }) => data,
  );

  operatorList(http, operators, contract.listFigureDraws, ({ operators, operator, query }) =>
    listFigureDraws(operators, operator, query),
  );

  operatorList(http, operators, contract.listBankFigures, ({ operators, operator, query }) =>
    listBankFigures(operators, operator, query),
  );

  dataRoute(contract.typeBankFigure, ({ operator, body }) => typeBankFigure(operators, operator, body));
  dataRoute(contract.stopWithdrawals, ({ operator, body }) => stopWithdrawals(operators, operator, body.reason));
  dataRoute(contract.wantFullPass, ({ operator }) => wantFullPass(operators, operator));
}
