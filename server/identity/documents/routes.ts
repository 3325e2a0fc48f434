import * as contract from '#contract/documents.ts';
import type { Queryable } from '#database/connect.ts';
import type { Http } from '#server/http/http.ts';
import { limitInDatabase } from '#server/http/rate-limit.ts';
import { route } from '#server/http/route.ts';
import { originOf } from '#server/identity/security-log/security-log.ts';
import {
  keepImage,
  readIdentity,
  startIdentity,
  submitIdentity,
  type DocumentLimits,
  type Documents,
} from './documents.ts';

const day = 24 * 60 * 60;

export function createDocumentLimits(db: Queryable): DocumentLimits {
  return {
    checks: limitInDatabase(db, { name: 'identity-check', points: 10, seconds: day }),
    images: limitInDatabase(db, { name: 'identity-image', points: 60, seconds: day }),
  };
}

export function registerDocumentRoutes(http: Http, documents: Documents): void {
  const { security } = documents.identity;

  route(http, contract.getIdentity, async ({ signedIn }) => ({
    data: await readIdentity(documents, signedIn.clientId),
  }));

  route(http, contract.startIdentity, async ({ signedIn, body }) => ({
    data: await startIdentity(documents, signedIn, body),
  }));

  route(http, contract.sendIdentityImage, async ({ signedIn, params, rawBody, request }) => {
    await security.watchId(originOf(request), signedIn, 'identity_check', params.id, () =>
      keepImage(documents, signedIn, params, rawBody),
    );
    return undefined;
  });

  route(http, contract.submitIdentity, async ({ signedIn, params, request }) => {
    const origin = originOf(request);
    await security.watchId(origin, signedIn, 'identity_check', params.id, () =>
      submitIdentity(documents, signedIn, params.id, origin),
    );
    return {};
  });
}
