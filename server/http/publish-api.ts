import { renderDocs, styleHash } from './docs-page.ts';
import type { Http } from './http.ts';
import { describeApi } from './openapi.ts';
import { contentSecurityPolicy } from './security-headers.ts';

/** Publishes the description of the players' API: for programs at /api/openapi.json, for people at /api/docs. */
export function publishApi(http: Http): void {
  const api = describeApi();
  const document = JSON.stringify(api);
  const page = renderDocs(api);
  const cacheControl = 'public, max-age=300';

  http.get('/api/openapi.json', (_request, reply) =>
    reply.header('cache-control', cacheControl).type('application/json; charset=utf-8').send(document),
  );
  http.get('/api/docs', (_request, reply) =>
    reply
      .headers({
        'cache-control': cacheControl,
        'content-security-policy': contentSecurityPolicy({ scripts: [], styles: [styleHash] }),
      })
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
