import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { createHttp } from '#server/http/http.ts';
import { serveWebApp } from '#server/http/static.ts';
import { answerAs, listen, type PublishedSite } from './fair-site.ts';

const webFolder = join(import.meta.dirname, '../../../dist/web');

/**
 * The built web app as the server sends it, headers included, over a public API that can be tampered with: the site is read
 * again for every request.
 */
export async function serveWeb(site: () => PublishedSite): Promise<{ url: string; stop: () => Promise<void> }> {
  const http = createHttp({
    authenticate: () => Promise.resolve(null),
    log: pino({ level: 'silent' }),
    rateLimitScale: 1_000,
  });
  serveWebApp(http, webFolder);
  await http.ready();
  const listener: RequestListener = (request, response) => {
    if (request.url!.startsWith('/api/stream')) openStream(response);
    else if (request.url!.startsWith('/api/')) answerAs(site(), request, response);
    else http.routing(request, response);
  };
  const { url, stop } = await listen(listener);
  return {
    url,
    async stop() {
      await stop();
      await http.close();
    },
  };
}

/** The page always listens to the stream; it never has an event. */
function openStream(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
}
