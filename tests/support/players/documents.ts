import type { Response } from 'light-my-request';
import type { DocumentSide, IdentityStatus } from '#contract/documents.ts';
import type { Documents } from '#server/identity/documents/documents.ts';
import { createDocumentLimits, registerDocumentRoutes } from '#server/identity/documents/routes.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { countInFile } from '#tests/support/count-in-file.ts';
import type { IdentityApp } from './identity-app.ts';
import type { IdentityClient } from './identity-client.ts';
import type { Outsider } from './outsider.ts';
import { photo } from './pictures.ts';

export const documentKey = Buffer.alloc(32, 'a key for documents');

/** Adds the calls of identity documents to an app. */
export function addDocumentRoutes(app: IdentityApp, more: Partial<Documents> = {}): Documents {
  const documents: Documents = {
    identity: app.identity,
    keys: openKeyRing(documentKey),
    personKey: Buffer.alloc(32, 'person'),
    tiers: true,
    clamd: undefined,
    limits: createDocumentLimits(app.database.db),
    ...more,
  };
  registerDocumentRoutes(app.http, documents);
  return documents;
}

const nextNumber = countInFile(1_000_000);

/** The body that the form of a document sends: valid, with a number of its own. */
export function newDocument(more: object = {}) {
  return { type: 'national_id', country: 'CI', number: `C 00${nextNumber()}`, expiresOn: '2099-12-31', ...more };
}

export async function startDocument(
  app: IdentityApp,
  { token }: IdentityClient,
  more: object = {},
): Promise<{ id: string; sides: DocumentSide[] }> {
  const answer = await app.call('POST', '/clients/identity', newDocument(more), token);
  if (answer.statusCode !== 201) throw new Error(`no document was begun: ${answer.body}`);
  return answer.json().data;
}

/** Sends a picture as it is. */
export function sendImage(
  app: IdentityApp,
  { token }: IdentityClient,
  path: string,
  bytes: Buffer,
  mediaType = 'image/jpeg',
): Promise<Response> {
  return app.http.inject({
    method: 'PUT',
    url: `/api/clients/identity/${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': mediaType },
    payload: bytes,
  });
}

/** Shows a document with all its sides, which then waits for an operator. Resolves to its id. */
export async function showDocument(app: IdentityApp, client: IdentityClient, more: object = {}): Promise<string> {
  const { id, sides } = await startDocument(app, client, more);
  for (const side of sides) {
    const sent = await sendImage(app, client, `${id}/${side}`, await photo());
    if (sent.statusCode !== 204) throw new Error(`the picture was not taken: ${sent.body}`);
  }
  const submitted = await app.call('POST', `/clients/identity/${id}/submit`, undefined, client.token);
  if (submitted.statusCode !== 202) throw new Error(`the document was not sent: ${submitted.body}`);
  return id;
}

export async function readIdentity(app: IdentityApp, { token }: IdentityClient): Promise<IdentityStatus> {
  return (await app.call('GET', '/clients/identity', undefined, token)).json().data;
}

/** Shows a document as an outside caller does. Not submitted, the document stays a draft with all its pictures. */
export async function showDocumentTo(
  outsider: Outsider,
  more: object = {},
  { isSubmitted = true } = {},
): Promise<string> {
  const { id, sides } = (await outsider.call('/clients/identity', { body: newDocument(more) })).json.data;
  for (const side of sides as DocumentSide[]) {
    const { status } = await fetch(`${outsider.url}/api/clients/identity/${id}/${side}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${outsider.token}`, 'content-type': 'image/jpeg' },
      body: new Uint8Array(await photo()),
    });
    if (status !== 204) throw new Error(`the picture was not taken: ${status}`);
  }
  if (!isSubmitted) return id;
  const { status } = await outsider.call(`/clients/identity/${id}/submit`, { method: 'POST' });
  if (status !== 202) throw new Error(`the document was not sent: ${status}`);
  return id;
}
