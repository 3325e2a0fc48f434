import { transactionKinds } from '#contract/calls/wallet.ts';
import { explainPlayerWallet, getPlayerWallets } from '#contract/operator/explanation.ts';
import * as contract from '#contract/operator/players.ts';
import { countries } from '#domain/countries.ts';
import { uuidPattern } from '#domain/uuid.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { numberCursor, readCursor } from '#server/http/paging.ts';
import { readMobile } from '#server/identity/phone-number.ts';
import { orConflict } from '#server/operator/access/call-act.ts';
import { operatorCalls } from '#server/operator/access/operator-calls.ts';
import { operatorRoute } from '#server/operator/access/operator-route.ts';
import type { Operators } from '#server/operator/access/operators.ts';
import { readOne, readPage } from '#server/operator/access/reads.ts';
import { operatorList } from '#server/operator/exports/operator-list.ts';
import { actOnPlayer } from './act-on-player.ts';
import * as explanation from './explanation.ts';
import * as reads from './read-players.ts';
import { search } from './search.ts';

/** Each function of the database that reads a player writes a row into the log of who looked at whom. */
export function registerPlayerRoutes(http: Http, operators: Operators): void {
  const { db, timeZone } = operators;
  const { addData, addRead, addList, addAct } = operatorCalls(http, operators);

  addData(contract.searchPlayers, ({ operator, query }) => search(operators, operator, query.q));
  addList(
    contract.listPlayers,
    'console.list_players',
    async ({ operators, operator, query: { state, country, player, cursor } }) => {
      const found = player === undefined ? null : await search(operators, operator, player);
      const among = found?.filter(({ what }) => what === 'client').map(({ id }) => id);
      return [state, reads.chosen(country, countries), among, readCursor(cursor, numberCursor)];
    },
  );
  addRead(contract.getPlayer, 'console.open_player');
  // Null where the player has no such field.
  addData(contract.unmask, async ({ operator: { session }, params, body: { field, reason } }) => ({
    value: await readOne<string | null>(operators, 'console.unmask', [session, params.id, field, reason]),
  }));
  operatorList(http, operators, contract.listPlayerTickets, ({ operators, operator, params, query }) =>
    reads.listPlayerTickets(operators, operator, params.id, query),
  );
  addList(contract.listPlayerStatement, 'console.player_statement', ({ params, query: { kind, from, to, cursor } }) => [
    params.id,
    reads.chosen(kind, transactionKinds),
    from,
    to,
    readCursor(cursor, numberCursor),
  ]);
  addRead(getPlayerWallets, 'console.player_wallets');
  operatorRoute(http, db, explainPlayerWallet, ({ operator, params, query }) =>
    explanation.explainPlayerWallet(operators, operator, params.id, query),
  );
  addList(contract.listPlayerPayments, 'console.player_payments', ({ params, query: { direction, cursor } }) => [
    params.id,
    reads.chosen(direction, ['deposit', 'withdrawal']),
    readCursor(cursor, uuidPattern),
  ]);
  addRead(contract.getPlayerBalance, 'console.player_balance', ({ params }) => [params.id, timeZone]);
  addRead(contract.getPlayerLimits, 'console.player_limits', ({ params }) => [params.id, timeZone]);
  addData(contract.getPlayerSessions, ({ operator, params, request }) =>
    reads.readPlayerSessions(operators, operator, params.id, languageOf(request)),
  );
  addRead(contract.getPlayerIdentity, 'console.player_identity');
  operatorRoute(http, db, contract.listPlayerNotes, ({ operator: { session }, params, query: { cursor, limit } }) =>
    readPage(operators, 'console.player_notes', [session, params.id, readCursor(cursor, uuidPattern)], limit),
  );
  addList(contract.listPlayerLooks, 'console.player_looks');
  addList(contract.listMayNotPlay, 'console.list_may_not_play');

  addAct(
    contract.writeNote,
    'console.add_note',
    (id: string) => ({ id }),
    ({ params, body: { text, readFirst = false } }) => [params.id, text, readFirst],
  );
  // The operator may act on the player then, where the note has to be read first.
  addRead(contract.openNote, 'console.open_note');
  addData(contract.endClientSessions, (call) =>
    actOnPlayer(operators, call, 'sessions_ended', 'console.end_sessions', [call.body.reason], (sessions: number) => ({
      sessions,
    })),
  );
  addData(contract.tightenLimit, (call) => {
    const { kind, period, amount, reason } = call.body;
    const values = [kind, period, amount, reason];
    return actOnPlayer(operators, call, 'limit_tightened', 'console.tighten_limit', values, (lowest: number) => ({
      amount: lowest,
    }));
  });
  addData(contract.startBreak, (call) => {
    const values = [call.body.kind, call.body.reason, timeZone];
    return actOnPlayer(operators, call, 'break_started', 'console.start_break', values, (end: Date) => ({
      pausedUntil: end.toISOString(),
    }));
  });
  addData(contract.lockClient, (call) => {
    const { lock, reason } = call.body;
    return actOnPlayer(operators, call, `${lock}_locked`, 'console.lock_player', [lock, reason], (end: Date) => ({
      until: end.toISOString(),
    }));
  });
  addAct(
    contract.markTest,
    'console.mark_test',
    (changed: boolean) => ({ changed }),
    ({ params, body: { test, reason } }) => [params.id, test, reason],
  );
  addAct(
    contract.forbidPlay,
    'console.forbid_play',
    (id: number | null) => ({ id: String(orConflict(id, (says) => says.onListAlready)) }),
    ({ body: { relation, name, phone, clientId, reason } }) => [
      relation,
      name,
      phone === undefined ? null : readMobile(phone, undefined),
      clientId,
      reason,
    ],
  );
}
