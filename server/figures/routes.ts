import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '#contract/figures.ts';
import type { Database } from '#database/connect.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { answer, route } from '#server/http/route.ts';
import type { Language } from '#server/words/languages.ts';
import { wantedDays, type Days } from './period.ts';
import { readFigures, type Figures } from './read-figures.ts';
import { writeFiguresCsv } from './write-csv.ts';

/** For how long an answer is given again, in milliseconds. */
const rememberedMs = 15_000;
const mostRemembered = 64;
const cacheControl = 'public, max-age=30';

interface Remembered {
  readonly figures: Promise<Figures>;
  readonly until: number;
}

/** The figures of the money for everybody. Callers of the same days share one reading of the database. */
export function registerFigureRoutes(http: Http, db: Database, timeZone: string): void {
  const remembered = new Map<string, Remembered>();

  function read(days: Days, language: Language): Promise<Figures> {
    const key = `${days.from} ${days.to} ${language}`;
    const now = Date.now();
    const known = remembered.get(key);
    if (known && known.until > now) return known.figures;
    remembered.delete(key);
    // The oldest one is the first in the map.
    if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value!);
    const figures = readFigures(db, days, timeZone, language);
    remembered.set(key, { figures, until: now + rememberedMs });
    figures.catch(() => {
      if (remembered.get(key)?.figures === figures) remembered.delete(key);
    });
    return figures;
  }

  route(http, contract.getFigures, async ({ query, request }) =>
    answer(await read(await wantedDays(db, query, timeZone), languageOf(request)), {
      headers: { 'cache-control': cacheControl, vary: 'accept-language' },
    }),
  );

  route(http, contract.getFiguresFile, async ({ query, request, reply }) => {
    const days = await wantedDays(db, query, timeZone);
    const file = writeFiguresCsv(await read(days, 'en'));
    const headers = headersOf(file);
    if (isKnown(request, headers.etag)) return sendNothing(reply, headers);
    return reply
      .type('text/csv; charset=utf-8')
      .headers({ ...headers, 'content-disposition': `attachment; filename="izi-figures-${days.from}-${days.to}.csv"` })
      .send(file);
  });
}

interface Headers extends Readonly<Record<string, string>> {
  readonly etag: string;
}

function headersOf(content: string): Headers {
  const digest = createHash('sha256').update(content).digest('base64url');
  return { 'cache-control': cacheControl, etag: `"${digest}"` };
}

function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  // A proxy that compresses marks it as weak.
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known?.includes(etag) ?? false;
}

function sendNothing(reply: FastifyReply, headers: Headers): FastifyReply {
  return reply.code(304).headers(headers).send();
}
