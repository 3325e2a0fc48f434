import * as contract from '#contract/operator/overview.ts';
import type { Http } from '#server/http/http.ts';
import { numberCursor, readCursor } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import type { Operators } from '#server/operator/access/operators.ts';

export function registerOverviewRoutes(http: Http, operators: Operators): void {
  const { addRead, addReadAll, addList, addAct } = operatorCalls(http, operators);

  addRead(contract.getOverview, 'console.read_overview');
  addRead(contract.getBusiness, 'console.read_business', () => [operators.timeZone]);
  addRead(contract.countWaiting, 'console.count_waiting');
  addReadAll(contract.listInbox, 'console.list_inbox');
  addList(contract.listAlarms, 'console.list_alarms', ({ query: { state, kind, cursor } }) => [
    state && state === 'open',
    kind && [kind],
    readCursor(cursor, numberCursor),
  ]);
  addAct(contract.takeItem, 'console.take_item', (outcome: string) => {
    if (outcome === 'not_there') throw new Refusal('not_found');
    if (outcome === 'over') throw new Refusal('conflict');
    return {};
  });
}
