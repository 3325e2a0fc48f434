import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeDraw } from '#domain/fair-draw/draw-record.ts';
import { toHex } from '#domain/fair-draw/bytes.ts';
import { sealHash } from '#domain/fair-draw/seal-record.ts';
import { bytesOf, type ProofAnswer } from '#tests/vectors/vectors.ts';
import { firstKey, rulesDocument, type MadeDraw } from './fair-draw.ts';

/** One draw as the site publishes it. Every field can be tampered with. */
export interface PublishedDraw {
  drawId: string;
  proof: ProofAnswer;
  leaves: Uint8Array;
  shown: Record<string, unknown>;
  /** The seal in the list of `GET /api/seals`; null for a draw that the chain leaves out. */
  listed: { seal: string; sealSignature: string } | null;
}

/** The whole public data of a site, oldest draw first. */
export interface PublishedSite {
  draws: PublishedDraw[];
  rulesDocument: Uint8Array;
  /** The keys in the list of `GET /api/operator-keys`; null for a site from before keys could change. */
  operatorKeys: ListedKeyAnswer[] | null;
}

interface ListedKeyAnswer {
  key: string;
  announcement: string | null;
  formerSignature: string | null;
  signature: string | null;
}

export function publish(draws: readonly MadeDraw[]): PublishedSite {
  return {
    rulesDocument,
    operatorKeys: [{ ...firstKey }],
    draws: draws.map((made) => {
      const proof = structuredClone(made.proof);
      const { opensAt, closesAt, drawsAt } = decodeDraw(bytesOf(proof.draw));
      const at = (time: number) => new Date(time).toISOString();
      return {
        drawId: made.drawId,
        proof,
        leaves: made.leaves.slice(),
        shown: {
          id: made.drawId,
          fullDate: at(drawsAt),
          minute: at(drawsAt).slice(14, 16),
          opensAt: at(opensAt),
          closesAt: at(closesAt),
          sealedAt: at(closesAt),
          drawnAt: at(drawsAt + 3_000),
          settledAt: at(drawsAt + 4_000),
          status: 'settled',
          rules: 'izi-1',
          commitment: proof.commitment,
          result: proof.result,
        },
        listed: { seal: proof.seal!, sealSignature: proof.sealSignature! },
      };
    }),
  };
}

/** Serves a site's public API on its own port. */
export async function serve(site: PublishedSite): Promise<{ url: string; stop: () => Promise<void> }> {
  return listen((request, response) => answerAs(site, request, response));
}

/** Answers as the site's public API does, with short pages so that every list has several. */
export function answerAs(site: PublishedSite, ...[request, response]: Parameters<RequestListener>): void {
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
  answer(site, pathname.split('/').slice(2), searchParams.get('cursor'), response);
}

export async function listen(listener: RequestListener): Promise<{ url: string; stop: () => Promise<void> }> {
  // A check takes seconds between two requests in this thread. A connection that the server has closed meanwhile would fail the second.
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const pageSize = 2;

function answer(site: PublishedSite, [room, id, part]: string[], cursor: string | null, response: ServerResponse) {
  if (room === 'timetable') return sendJson(response, { data: {} });
  if (room === 'seals') return sendJson(response, pageOfSeals(site, cursor));
  if (room === 'results') return sendJson(response, pageOfResults(site, cursor));
  if (room === 'games' && id === 'izi-1') return response.end(site.rulesDocument);
  if (room === 'operator-keys' && site.operatorKeys) return sendJson(response, { data: site.operatorKeys });
  const draw = site.draws.find(({ drawId }) => drawId === id);
  if (room !== 'draws' || !draw) return response.writeHead(404).end();
  if (part === 'proof') return sendJson(response, draw.proof);
  if (part === 'leaves') return response.end(draw.leaves);
  return sendJson(response, { data: draw.shown });
}

function pageOfSeals({ draws }: PublishedSite, cursor: string | null) {
  const listed = draws.flatMap(({ drawId, listed }) => (listed ? [{ drawId, ...listed }] : [])).toReversed();
  const hashOf = (item: { seal: string }) => toHex(sealHash(bytesOf(item.seal)));
  const start = cursor === null ? 0 : listed.findIndex((item) => hashOf(item) === cursor) + 1;
  const data = listed.slice(start, start + pageSize);
  const next = start + pageSize < listed.length ? hashOf(data.at(-1)!) : null;
  return { data, meta: { next } };
}

function pageOfResults({ draws }: PublishedSite, cursor: string | null) {
  const start = Number(cursor ?? 0);
  const drawn = draws.filter(({ shown }) => shown.result !== null).toReversed();
  const next = start + pageSize < drawn.length ? String(start + pageSize) : null;
  return { data: drawn.slice(start, start + pageSize).map(({ shown }) => shown), meta: { next } };
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}
