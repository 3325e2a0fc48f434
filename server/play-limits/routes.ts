import * as contract from '#contract/play-limits.ts';
import type { Http } from '#server/http/http.ts';
import { limitInDatabase, type Limit } from '#server/http/rate-limit.ts';
import { route } from '#server/http/route.ts';
import type { Queryable } from '#database/connect.ts';
import type { Identity } from '#server/identity/identity.ts';
import { requireProof } from '#server/identity/proof.ts';
import { readPlayLimits, setPlayLimits, takeBreak } from './play-limits.ts';

/** Far more changes than a person makes. */
const changesOfLimits: Limit = { name: 'play-limits', points: 30, seconds: 60 * 60 };

/** `timeZone` decides when a day, a week and a month begin. */
export function registerPlayLimitRoutes(http: Http, identity: Identity, timeZone: string): void {
  const { db } = identity;

  route(http, contract.getPlayLimits, async ({ signedIn }) => ({
    data: await readPlayLimits(db, signedIn.clientId, timeZone),
  }));

  const changes = limitInDatabase(db, changesOfLimits);
  route(http, contract.setPlayLimits, async ({ signedIn, body }) => {
    await changes.take(String(signedIn.clientId));
    const checkRaise = (tx: Queryable) => requireProof(tx, signedIn, 'fresh');
    return { data: await setPlayLimits(db, signedIn.clientId, body.limits, timeZone, checkRaise) };
  });

  route(http, contract.takeBreak, async ({ signedIn, body }) => ({
    data: await takeBreak(identity, signedIn, body, timeZone),
  }));
}
