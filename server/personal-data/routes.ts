import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import * as contract from '#contract/personal-data.ts';
import type { Http } from '#server/http/http.ts';
import { limitInDatabase } from '#server/http/rate-limit.ts';
import { Refusal } from '#server/http/refusal.ts';
import { route } from '#server/http/route.ts';
import { waitInWords } from '#server/http/wait-in-words.ts';
import { beginClosing, readClosing, takeBackClosing } from '#server/identity/profile/closing.ts';
import type { Identity } from '#server/identity/identity.ts';
import { requireProof } from '#server/identity/proof/proof.ts';
import { originOf } from '#server/identity/security-log/security-log.ts';
import { exportClient } from './export.ts';
import type { Source } from './parts.ts';

const day = 24 * 60 * 60;

export function registerPersonalDataRoutes(http: Http, identity: Identity, keys: Omit<Source, 'db'>): void {
  const { db } = identity;
  const aDay = limitInDatabase(db, { name: 'export', points: 1, seconds: day });
  // An export that did not arrive may be asked for again, but not without end: each one reads everything.
  const tries = limitInDatabase(db, { name: 'export-try', points: 10, seconds: day });

  route(http, contract.exportData, async ({ signedIn, reply, request }) => {
    await requireProof(db, signedIn, 'fresh');
    const key = String(signedIn.clientId);
    await tries.take(key);
    await aDay.take(key).catch(sayWhen);
    identity.security.note(originOf(request), { clientId: signedIn.clientId, kind: 'data_exported' });
    whenLost(reply, () => {
      aDay.forget(key).catch((error: unknown) => request.log.warn({ err: error }, 'a lost export still counts'));
    });
    return reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="izi-my-data.zip"')
      .header('cache-control', 'no-store')
      .send(Readable.from(exportClient({ db, ...keys }, signedIn.clientId)));
  });

  route(http, contract.getClosing, async ({ signedIn }) => {
    const erasedAt = await readClosing(db, signedIn.clientId);
    return { data: { erasedAt: erasedAt?.toISOString() ?? null } };
  });

  route(http, contract.beginClosing, async ({ signedIn, request }) => {
    const erasedAt = await beginClosing(identity, signedIn, originOf(request));
    return { data: { erasedAt: erasedAt.toISOString() } };
  });

  route(http, contract.takeBackClosing, async ({ signedIn, request }) => {
    await takeBackClosing(identity, signedIn.clientId, originOf(request));
    return undefined;
  });
}

/** Says in words that an export is given once a day. */
function sayWhen(refusal: unknown): never {
  if (!(refusal instanceof Refusal) || refusal.retryAfterSeconds === undefined) throw refusal;
  const { retryAfterSeconds } = refusal;
  throw new Refusal('rate_limited', {
    retryAfterSeconds,
    detail: (words) => words.dataOnceADay(waitInWords(retryAfterSeconds, words)),
  });
}

/** Runs when the connection closes before the whole answer was sent. */
function whenLost({ raw }: FastifyReply, then: () => void): void {
  if (raw.destroyed) then();
  else raw.once('close', () => !raw.writableFinished && then());
}
