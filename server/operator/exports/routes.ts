import type { GenericSchema } from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import * as acts from '#contract/operator/acts.ts';
import * as audit from '#contract/operator/audit.ts';
import * as care from '#contract/operator/care.ts';
import * as documents from '#contract/operator/documents.ts';
import * as draws from '#contract/operator/draws.ts';
import * as contract from '#contract/operator/exports.ts';
import * as money from '#contract/operator/money.ts';
import * as people from '#contract/operator/operators.ts';
import * as overview from '#contract/operator/overview.ts';
import * as payments from '#contract/operator/payments.ts';
import * as players from '#contract/operator/players.ts';
import * as replay from '#contract/operator/replay.ts';
import type { Http } from '#server/http/http.ts';
import { listRequests } from '#server/operator/acts/requests.ts';
import { listViews } from '#server/operator/audit/read-audit.ts';
import { listCareCases, listCareSigns } from '#server/operator/care/read-care.ts';
import { listIdentityChecks } from '#server/operator/documents/identity-checks.ts';
import { operatorRoute } from '#server/operator/door/operator-route.ts';
import type { Operator, Operators } from '#server/operator/door/operators.ts';
import { listDraws } from '#server/operator/draws/read-draws.ts';
import { listStops } from '#server/operator/draws/stops.ts';
import { listBankFigures, listMismatches } from '#server/operator/money/books.ts';
import { listFigureDraws } from '#server/operator/money/figures.ts';
import { listOperators } from '#server/operator/operators/operators.ts';
import { listAlarms } from '#server/operator/overview/alarms.ts';
import { listAdjustments } from '#server/operator/payments/list-adjustments.ts';
import {
  listMayNotPlay,
  listPlayerLooks,
  listPlayerPayments,
  listPlayers,
  listPlayerStatement,
  listPlayerTickets,
} from '#server/operator/players/read-players.ts';
import { replayDraw } from '#server/operator/replay/replay-draw.ts';
import { replayPlayer } from '#server/operator/replay/replay-player.ts';
import { exportList } from './export-list.ts';
import { askToExportPeople, sendPeopleFile } from './people-file.ts';

/** A call whose query is the filters of a list. */
interface ListFile<Filters> extends Endpoint {
  readonly query: GenericSchema<unknown, Filters>;
  readonly answer: GenericSchema<string>;
}
interface FileOfOne<Filters, Id> extends ListFile<Filters> {
  readonly params: GenericSchema<unknown, { readonly id: Id }>;
}

type Page = Parameters<Parameters<typeof exportList>[2]['read']>[0];
type Answer = ReturnType<Parameters<typeof exportList>[2]['read']>;

export function registerExportRoutes(http: Http, operators: Operators): void {
  const { db } = operators;

  /** A list of the site. */
  function add<Filters extends object>(
    endpoint: ListFile<Filters>,
    name: string,
    { answer }: { readonly answer: GenericSchema },
    read: (operators: Operators, operator: Operator, query: Filters & Page) => Answer,
    ofPeople = false,
  ): void {
    operatorRoute(http, db, endpoint, ({ operator, query, reply }) => {
      const filters = query;
      const readPage = (page: Page) => read(operators, operator, { ...filters, ...page });
      return exportList(operators, operator, { name, filters, ofPeople, answer, read: readPage }, reply);
    });
  }

  /** A list of one player or one draw. */
  function addOfOne<Filters extends object, Id extends number | string>(
    kind: 'client' | 'draw',
    endpoint: FileOfOne<Filters, Id>,
    name: string,
    { answer }: { readonly answer: GenericSchema },
    read: (operators: Operators, operator: Operator, id: Id, query: Filters & Page) => Answer,
  ): void {
    operatorRoute(http, db, endpoint, ({ operator, params, query, reply }) => {
      const { id } = params;
      const filters = query;
      const readPage = (page: Page) => read(operators, operator, id, { ...filters, ...page });
      const subject = `${kind} ${id}`;
      return exportList(operators, operator, { name, subject, filters, answer, read: readPage }, reply);
    });
  }

  add(contract.exportRequests, 'requests', acts.listRequests, listRequests);
  add(contract.exportViews, 'looks', audit.listViews, listViews);
  add(contract.exportDraws, 'draws', draws.listDraws, listDraws);
  add(contract.exportStops, 'stops', draws.listStops, listStops);
  add(contract.exportAlarms, 'alarms', overview.listAlarms, listAlarms);
  add(contract.exportAdjustments, 'adjustments', payments.listAdjustments, listAdjustments);
  add(contract.exportMismatches, 'mismatches', money.listMismatches, listMismatches);
  add(contract.exportFigureDraws, 'figures_of_draws', money.listFigureDraws, listFigureDraws);
  add(contract.exportBankFigures, 'bank_figures', money.listBankFigures, listBankFigures);
  add(contract.exportOperators, 'operators', people.listOperators, listOperators);
  add(contract.exportIdentityChecks, 'identity_checks', documents.listIdentityChecks, listIdentityChecks);
  add(contract.exportPlayers, 'players', players.listPlayers, listPlayers, true);
  add(contract.exportMayNotPlay, 'may_not_play', players.listMayNotPlay, listMayNotPlay, true);
  add(contract.exportCareCases, 'care_cases', care.listCareCases, listCareCases, true);
  add(contract.exportCareSigns, 'care_signs', care.listCareSigns, listCareSigns, true);
  addOfOne('client', contract.exportPlayerTickets, 'tickets', players.listPlayerTickets, listPlayerTickets);
  addOfOne('client', contract.exportPlayerStatement, 'statement', players.listPlayerStatement, listPlayerStatement);
  addOfOne(
    'client',
    contract.exportPlayerPayments,
    'payments_of_player',
    players.listPlayerPayments,
    listPlayerPayments,
  );
  addOfOne('client', contract.exportPlayerLooks, 'looks_at_player', players.listPlayerLooks, listPlayerLooks);
  addOfOne('client', contract.exportPlayerReplay, 'replay_of_player', replay.replayPlayer, replayPlayer);
  addOfOne('draw', contract.exportDrawReplay, 'replay_of_draw', replay.replayDraw, replayDraw);

  operatorRoute(http, db, contract.askToExportPeople, async ({ operator, body }) => ({
    data: await askToExportPeople(operators, operator, body),
  }));

  operatorRoute(http, db, contract.getPeopleFile, ({ operator, params, reply }) =>
    sendPeopleFile(operators, operator, params.id, reply),
  );
}
