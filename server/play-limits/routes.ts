import * as contract from '#contract/play-limits.ts';
import type { Database } from '#database/connect.ts';
import type { Http } from '../http/http.ts';
import { limitInDatabase, type Limit } from '../http/rate-limit.ts';
import { route } from '../http/route.ts';
import { readPlayLimits, setPlayLimits, takeBreak } from './play-limits.ts';

export interface PlayLimitDeps {
  readonly db: Database;
  /** Where a day, a week and a month begin. */
  readonly timeZone: string;
  /** Drops what this process remembers of a client's sessions. */
  readonly forget: (clientId: number) => void;
}

/** Far more than somebody who thinks about their limits sets. */
const changesOfLimits: Limit = { name: 'play-limits', points: 30, seconds: 60 * 60 };

export function registerPlayLimitRoutes(http: Http, { db, timeZone, forget }: PlayLimitDeps): void {
  route(http, contract.getPlayLimits, async ({ signedIn }) => ({
    data: await readPlayLimits(db, signedIn.clientId, timeZone),
  }));

  const changes = limitInDatabase(db, changesOfLimits);
  route(http, contract.setPlayLimits, async ({ signedIn, body }) => {
    await changes.take(String(signedIn.clientId));
    return { data: await setPlayLimits(db, signedIn.clientId, body.limits, timeZone) };
  });

  route(http, contract.takeBreak, async ({ signedIn, body }) => {
    const data = await takeBreak(db, signedIn.clientId, body.kind, timeZone);
    forget(signedIn.clientId);
    return { data };
  });
}
