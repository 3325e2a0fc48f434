import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import * as contract from '#contract/operator/money.ts';
import type { Http } from '#server/http/http.ts';
import { operatorRoute } from '#server/operator/door/operator-route.ts';
import type { Operators } from '#server/operator/door/operators.ts';
import {
  askToLetWithdrawalsGoOn,
  listBankFigures,
  listMismatches,
  readBooks,
  stopWithdrawals,
  typeBankFigure,
  wantFullPass,
} from './books.ts';
import { exportFigures, listFigureDraws, listFigures } from './figures.ts';
import { exportMovements, exportPostings, listMovements, listPostings, readAccounts } from './movements.ts';

export function registerMoneyRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  operatorRoute(http, db, contract.getBooks, async ({ operator }) => ({ data: await readBooks(operators, operator) }));

  operatorRoute(http, db, contract.getAccounts, async ({ operator, query }) => ({
    data: await readAccounts(operators, operator, query),
  }));

  operatorRoute(http, db, contract.listMovements, async ({ operator, query }) => ({
    data: await listMovements(operators, operator, query),
  }));

  operatorRoute(http, db, contract.exportMovements, async ({ operator, query, reply }) =>
    asFile(reply, 'movements').send(await exportMovements(operators, operator, query)),
  );

  operatorRoute(http, db, contract.listPostings, ({ operator, query }) => listPostings(operators, operator, query));

  operatorRoute(http, db, contract.exportPostings, async ({ operator, query, reply }) =>
    asFile(reply, 'postings').send(Readable.from(await exportPostings(operators, operator, query))),
  );

  operatorRoute(http, db, contract.listMismatches, ({ operator, query }) => listMismatches(operators, operator, query));

  operatorRoute(http, db, contract.listFigures, async ({ operator, query }) => ({
    data: await listFigures(operators, operator, query),
  }));

  operatorRoute(http, db, contract.exportFigures, async ({ operator, query, reply }) =>
    asFile(reply, 'figures').send(await exportFigures(operators, operator, query)),
  );

  operatorRoute(http, db, contract.listFigureDraws, ({ operator, query }) =>
    listFigureDraws(operators, operator, query),
  );

  operatorRoute(http, db, contract.listBankFigures, ({ operator, query }) =>
    listBankFigures(operators, operator, query),
  );

  operatorRoute(http, db, contract.typeBankFigure, async ({ operator, body }) => ({
    data: await typeBankFigure(operators, operator, body),
  }));

  operatorRoute(http, db, contract.stopWithdrawals, async ({ operator, body }) => ({
    data: await stopWithdrawals(operators, operator, body.reason),
  }));

  operatorRoute(http, db, contract.askToLetWithdrawalsGoOn, async ({ operator, body }) => ({
    data: await askToLetWithdrawalsGoOn(operators, operator, body),
  }));

  operatorRoute(http, db, contract.wantFullPass, async ({ operator }) => ({
    data: await wantFullPass(operators, operator),
  }));
}

function asFile(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="izi-${name}.csv"`);
}
