import * as contract from '#contract/operator/money.ts';
import type { Http } from '#server/http/http.ts';
import { numberCursor, readCursor } from '#server/http/paging.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { listBankFigures } from './books.ts';
import { figureDrawsOf, listFigures } from './figures.ts';
import { listMovements, postingsOf, requireHour } from './movements.ts';

export function registerMoneyRoutes(http: Http, operators: Operators): void {
  const { addRead, addList, addAct } = operatorCalls(http, operators);

  addRead(contract.getBooks, 'console.books_state');
  // From the kept sums: at a full hour, or as far as they go.
  addRead(contract.getAccounts, 'console.accounts_at', ({ query: { at } }) => [at && requireHour(at, 'at')]);

  operatorList(
    http,
    operators,
    contract.listMovements,
    async ({ operators, operator, query }) => ({ data: await listMovements(operators, operator, query) }),
    ({ data }) => data.movements,
  );

  addList(contract.listPostings, 'console.list_postings', ({ operators, query }) => postingsOf(operators, query));

  addList(contract.listMismatches, 'console.list_mismatches', ({ query: { open, cursor } }) => [
    open === 'true',
    readCursor(cursor, numberCursor),
  ]);

  operatorList(
    http,
    operators,
    contract.listFigures,
    async ({ operators, operator, query }) => ({ data: await listFigures(operators, operator, query) }),
    ({ data }) => data,
  );

  addList(contract.listFigureDraws, 'console.draws_of_figure', ({ operators, query }) =>
    figureDrawsOf(operators, query),
  );

  operatorList(http, operators, contract.listBankFigures, ({ operators, operator, query }) =>
    listBankFigures(operators, operator, query),
  );

  addAct(
    contract.typeBankFigure,
    'console.type_bank_figure',
    (number: number) => ({ number }),
    ({ body: { day, account, amount, note } }) => [day, account, amount, note],
  );
  addAct(contract.stopWithdrawals, 'console.stop_withdrawals', (isNew: boolean) => ({
    outcome: isNew ? ('stopped' as const) : ('stopped_before' as const),
  }));
  addAct(contract.wantFullPass, 'console.want_full_pass', () => ({ outcome: 'wanted' as const }));
}
