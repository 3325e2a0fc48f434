import type { OutgoingHttpHeaders } from 'node:http';
import { openClientStream as contract } from '#contract/client-stream.ts';
import { streamType } from '#server/http/event-stream.ts';
import type { Http } from '#server/http/http.ts';
import { route } from '#server/http/route.ts';
import type { ClientStream } from './client-stream.ts';

export function registerClientStreamRoute(http: Http, stream: ClientStream): void {
  route(http, contract, ({ request, reply, signedIn }) => {
    // HEAD gets the headers only, without joining the stream.
    if (request.method === 'HEAD') return reply.type(streamType).send();
    stream.join(reply.raw, signedIn, reply.getHeaders() as OutgoingHttpHeaders);
    return reply.hijack();
  });
}
