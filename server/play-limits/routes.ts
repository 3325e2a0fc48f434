import * as contract from '#contract/play-limits.ts';
import type { Database } from '#database/connect.ts';
import type { Http } from '../http/http.ts';
import { route } from '../http/route.ts';
import { readPlayLimits, setPlayLimits, takeBreak } from './play-limits.ts';

export interface PlayLimitDeps {
  readonly db: Database;
  /** Where a day, a week and a month begin. */
  readonly timeZone: string;
  /** Drops what this process remembers of a client's sessions. */
  readonly forget: (clientId: number) => void;
}

export function registerPlayLimitRoutes(http: Http, { db, timeZone, forget }: PlayLimitDeps): void {
  route(http, contract.getPlayLimits, async ({ signedIn }) => ({
    data: await readPlayLimits(db, signedIn.clientId, timeZone),
  }));

  route(http, contract.setPlayLimits, async ({ signedIn, body }) => ({
    data: await setPlayLimits(db, signedIn.clientId, body.limits, timeZone),
  }));

  route(http, contract.takeBreak, async ({ signedIn, body }) => {
    const data = await takeBreak(db, signedIn.clientId, body.kind, timeZone);
    forget(signedIn.clientId);
    return { data };
  });
}
