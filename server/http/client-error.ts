import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problemDocument } from './problem.ts';
import { Refusal } from './refusal.ts';
import { apiHeaders } from './security-headers.ts';

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** How long a connection stays half open after its last answer: a reset could destroy an answer that is not read yet. */
const lingerMs = 1_000;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Answers bytes that are not a valid HTTP request, then closes the connection. Earlier requests of the connection are
 * answered first: they may have moved money, and their caller must learn of it.
 */
export function answerUnreadable(server: Server): (error: Error & { code?: string }, socket: Socket) => void {
  const underWay = new WeakMap<Socket, Exchange[]>();
  const ending = new WeakSet<Socket>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const exchange = { request, response };
    const exchanges = underWay.get(socket);
    if (exchanges) exchanges.push(exchange);
    else underWay.set(socket, [exchange]);
    response.once('close', () => {
      const others = underWay.get(socket)!.filter((one) => one !== exchange);
      if (others.length > 0) underWay.set(socket, others);
      else underWay.delete(socket);
    });
  });

  return (error, socket) => {
    // The parser reports an error again when the caller keeps sending.
    if (ending.has(socket)) return;
    ending.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy(error);
      return;
    }
    const exchanges = underWay.get(socket) ?? [];
    const last = exchanges.at(-1);
    // An error in the body of a request is answered as the answer to that request, unless one was sent already.
    const isInBody = last !== undefined && !last.request.complete;
    const isAnswered = isInBody && last.response.headersSent;
    const before = isInBody && !isAnswered ? exchanges.at(-2) : last;
    const end = () => {
      if (socket.writable) socket.end(isAnswered ? '' : unreadable(error.code));
      setTimeout(() => socket.destroy(), lingerMs).unref();
    };
    if (before === undefined) end();
    else before.response.once('close', end);
  };
}

function unreadable(code: string | undefined): string {
  const status = statuses[code ?? ''] ?? 400;
  const { requestId: _none, ...problem } = problemDocument(new Refusal('invalid_request'), '');
  const detail = status === 431 ? 'The headers are too large.' : 'The request could not be read.';
  const body = JSON.stringify({ ...problem, status, detail });
  const headers = {
    connection: 'close',
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    ...apiHeaders,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
