import { chooseEncoding } from './choose-encoding.ts';
import { docsPath, makeDocsPage } from './docs-page.ts';
import type { Http } from './http.ts';
import { describeApi, type PublishedApi } from './openapi.ts';
import { packOnce } from './pack-once.ts';
import { docsPolicy } from './security-headers.ts';

const fiveMinutes = 'public, max-age=300';
const forever = 'public, max-age=31536000, immutable';

/**
 * Publishes the description of an API: for programs at /api/openapi.json, for people at /api/docs.
 *
 * @param described the players' one where it is left out
 */
export function publishApi(http: Http, described?: PublishedApi): void {
  const api = describeApi(described);
  const { html, files } = makeDocsPage(api.info.title);
  publish(http, '/api/openapi.json', Buffer.from(JSON.stringify(api)), {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': fiveMinutes,
  });
  publish(http, docsPath, Buffer.from(html), {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': fiveMinutes,
    'content-security-policy': docsPolicy,
  });
  for (const { path, contentType, content } of files) {
    publish(http, path, content, { 'content-type': contentType, 'cache-control': forever });
  }
}

/** Answers with the same content for as long as the process runs, compressed where the caller can read that. */
function publish(http: Http, path: string, content: Buffer, headers: Readonly<Record<string, string>>): void {
  const read = packOnce(content);
  http.get(path, async (request, reply) => {
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    return reply.headers({ ...headers, vary: 'accept-encoding' }).send(await read(encoding));
  });
}
