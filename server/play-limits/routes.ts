import * as contract from '#contract/play-limits.ts';
import type { Http } from '#server/http/http.ts';
import { limitInDatabase } from '#server/http/rate-limit.ts';
import type { Limit } from '#server/http/refusal.ts';
import { route } from '#server/http/route.ts';
import type { Identity } from '#server/identity/identity.ts';
import { requireProof } from '#server/identity/proof/proof.ts';
import { originOf } from '#server/identity/security-log/security-log.ts';
import { readRealityCheck, setRealityCheck } from './reality-check.ts';
import { readPlayLimits, setPlayLimits, takeBreak } from './play-limits.ts';

/** A person makes far fewer changes. */
const changesOfLimits: Limit = { name: 'play-limits', points: 30, seconds: 60 * 60 };

/** `timeZone` decides when a day, a week and a month begin. */
export function registerPlayLimitRoutes(http: Http, identity: Identity, timeZone: string): void {
  const { db, security } = identity;

  route(http, contract.getPlayLimits, async ({ signedIn }) => ({
    data: await readPlayLimits(db, signedIn.clientId, timeZone),
  }));

  const changes = limitInDatabase(db, changesOfLimits);
  route(http, contract.setPlayLimits, async ({ signedIn, body, request }) => {
    const { clientId } = signedIn;
    await changes.take(String(clientId));
    const limits = await setPlayLimits(db, clientId, body.limits, timeZone, async (tx, { kind, limit }) => {
      if (kind === 'limit_raised') await requireProof(tx, signedIn, 'fresh');
      const detail = { limit: limit.kind, period: limit.period };
      await security.record(tx, originOf(request), { clientId, kind, detail });
    });
    return { data: limits };
  });

  route(http, contract.getRealityCheck, async ({ signedIn }) => ({
    data: await readRealityCheck(db, signedIn, timeZone),
  }));

  route(http, contract.setRealityCheck, async ({ signedIn, body }) => {
    await changes.take(String(signedIn.clientId));
    await setRealityCheck(db, signedIn.clientId, body.everyMinutes);
    return { data: await readRealityCheck(db, signedIn, timeZone) };
  });

  route(http, contract.takeBreak, async ({ signedIn, body, request }) => ({
    data: await takeBreak(identity, signedIn, body, timeZone, originOf(request)),
  }));
}
