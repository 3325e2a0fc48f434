import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { problemDocument } from './problem.ts';
import { Refusal } from './refusal.ts';

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** How long a connection that has had its last answer may stay half open, so that the answer is read and not reset. */
const LINGER_MS = 1_000;

/** Answers bytes that are not a readable HTTP request. There is no request yet, so it is written to the socket itself. */
export function sendUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  const { requestId: _none, ...problem } = problemDocument(new Refusal('invalid_request'), '');
  const detail = status === 431 ? 'The headers are too large.' : 'The request could not be read.';
  const body = JSON.stringify({ ...problem, status, detail });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
