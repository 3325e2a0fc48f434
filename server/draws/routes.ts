import type { OutgoingHttpHeaders } from 'node:http';
import * as contract from '#contract/draws.ts';
import type { Draw } from '#contract/draws.ts';
import { streamType } from '#server/http/event-stream.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { addressKey } from '#server/http/rate-limit.ts';
import { Refusal } from '#server/http/refusal.ts';
import { answer, route } from '#server/http/route.ts';
import { sendJson } from '#server/http/send-json.ts';
import type { DrawReader } from './read/read-draws.ts';
import type { ProofReader } from './read/read-proofs.ts';
import { findRules, listRules } from '#server/fair-draw/rules.ts';
import type { StatisticsReader } from './read/statistics.ts';
import type { DrawStream } from './read/stream.ts';

const defaultStatisticsDraws = 100;
/** A day, because a newer version may say more of a draw. */
const finished = { 'cache-control': 'public, max-age=86400, immutable' };
const unchanging = { 'cache-control': 'public, max-age=31536000, immutable' };

const isFinished = ({ status }: Draw) => status === 'settled' || status === 'void';

interface DrawRooms {
  readonly draws: DrawReader;
  readonly proofs: ProofReader;
  readonly statistics: StatisticsReader;
  readonly stream: DrawStream;
}

export function registerDrawRoutes(http: Http, { draws, proofs, statistics, stream }: DrawRooms): void {
  route(http, contract.listDraws, ({ query, request }) => draws.list(query, languageOf(request)));
  route(http, contract.getDraw, async ({ params, request }) => {
    const draw = await draws.get(params.id, languageOf(request));
    return answer(draw, isFinished(draw.data) ? { headers: finished } : {});
  });
  route(http, contract.getTimetable, () => draws.timetable());
  route(http, contract.listResults, ({ query, request }) => draws.results(query, languageOf(request)));
  route(http, contract.getStatistics, ({ query }) => statistics.read(query.draws ?? defaultStatisticsDraws));
  route(http, contract.listGames, () => ({ data: listRules() }));
  route(http, contract.getGame, ({ params, reply }) => {
    const document = findRules(params.rules);
    if (!document) throw new Refusal('not_found');
    return sendJson(contract.getGame, reply.headers(unchanging), document.bytes.toString());
  });
  route(http, contract.getProof, async ({ params }) => {
    const { proof, final } = await proofs.proof(params.id);
    return answer(proof, final ? { headers: unchanging } : {});
  });
  route(http, contract.getLeaves, async ({ params, reply }) => {
    return reply
      .type('application/octet-stream')
      .headers(unchanging)
      .send(await proofs.leaves(params.id));
  });
  route(http, contract.listSeals, async ({ query }) => {
    const seals = await proofs.seals(query);
    // A page that begins at a cursor holds only older seals, which never change.
    return answer(seals, query.cursor === undefined ? {} : { headers: unchanging });
  });
  route(http, contract.listOperatorKeys, () => proofs.operatorKeys());
  route(http, contract.openStream, ({ query, request, reply, signedIn }) => {
    // HEAD gets the headers only, without joining the stream.
    if (request.method === 'HEAD') return reply.type(streamType).send();
    const onlyChanges = query.only === 'changes';
    const listener = { address: addressKey(request.ip), clientId: signedIn?.clientId ?? null, onlyChanges };
    stream.join(reply.raw, listener, reply.getHeaders() as OutgoingHttpHeaders);
    return reply.hijack();
  });
}
