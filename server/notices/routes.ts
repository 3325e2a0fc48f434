import * as contract from '#contract/notices.ts';
import type { Http } from '#server/http/http.ts';
import { limitInDatabase } from '#server/http/rate-limit.ts';
import type { Limit } from '#server/http/refusal.ts';
import { route } from '#server/http/route.ts';
import type { Database } from '#database/connect.ts';
import { changeNotices, readNotices } from './settings.ts';
import { subscribe, unsubscribe } from './subscriptions.ts';

interface PushSettings {
  /** The public key of the site, in base64url; null where it does not push. */
  readonly publicKey: string | null;
  /** The hosts of push services. */
  readonly hosts: readonly string[];
}

/** A person makes far fewer changes. */
const changesOfNotices: Limit = { name: 'notices', points: 60, seconds: 60 * 60 };

export function registerNoticeRoutes(http: Http, db: Database, { publicKey, hosts }: PushSettings): void {
  const changes = limitInDatabase(db, changesOfNotices);

  route(http, contract.getNotices, async ({ signedIn }) => ({ data: await readNotices(db, signedIn, publicKey) }));

  route(http, contract.setNotices, async ({ signedIn, body }) => {
    await changes.take(String(signedIn.clientId));
    await changeNotices(db, signedIn, body);
    return { data: await readNotices(db, signedIn, publicKey) };
  });

  route(http, contract.subscribeToPush, async ({ signedIn, body }) => {
    await changes.take(String(signedIn.clientId));
    return { data: { id: await subscribe(db, signedIn, body, publicKey === null ? [] : hosts) } };
  });

  route(http, contract.endPush, async ({ signedIn, params }) => {
    await unsubscribe(db, signedIn, params.id);
    return undefined;
  });
}
