import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** The type of server-sent events. */
export const streamType = 'text/event-stream; charset=utf-8';
/** A listener with more unread bytes than this is disconnected; it reconnects and reads again. */
const maxBufferedBytes = 64 * 1024;

/** Answers with a stream of events that nothing on its way may keep or hold back. */
export function beginStream(response: ServerResponse, headers: OutgoingHttpHeaders): void {
  response.writeHead(200, {
    ...headers,
    'content-type': streamType,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // The connection is not reused after a stream, so a stopping server need not wait for it.
    connection: 'close',
  });
}

export function formatEvent(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Sends an event, or disconnects a client that does not read. */
export function sendEvent(response: ServerResponse, event: string): void {
  if (response.writableLength > maxBufferedBytes) response.destroy();
  else response.write(event);
}
