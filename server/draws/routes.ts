import * as contract from '#contract/draws.ts';
import type { Http } from '#server/http/http.ts';
import { Refusal } from '#server/http/refusal.ts';
import { route } from '#server/http/route.ts';
import type { DrawReader } from './read-draws.ts';
import { findRules, listRules } from './rules.ts';
import type { DrawStream } from './stream.ts';

const defaultStatisticsDraws = 100;

export function registerDrawRoutes(http: Http, draws: DrawReader, stream: DrawStream): void {
  route(http, contract.listDraws, ({ query }) => draws.list(query));
  route(http, contract.getDraw, ({ params }) => draws.get(params.id));
  route(http, contract.getTimetable, () => draws.timetable());
  route(http, contract.listResults, ({ query }) => draws.results(query));
  route(http, contract.getStatistics, ({ query }) => draws.statistics(query.draws ?? defaultStatisticsDraws));
  route(http, contract.listGames, () => ({ data: listRules() }));
  route(http, contract.getGame, ({ params, reply }) => {
    const document = findRules(params.rules);
    if (!document) throw new Refusal('not_found');
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(document.bytes);
  });
  route(http, contract.openStream, ({ reply }) => {
    stream.join(reply.raw);
    return reply.hijack();
  });
}
