import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Why there is no answer. */
type NoAnswer = 'closed' | 'reset' | 'too late' | 'unreadable';

/**
 * A connection that sends any bytes it is given, and parses the answer as strictly as the standard. It is reused for the
 * next request when both sides allow it, otherwise replaced.
 */
export interface RawClient {
  send(
    bytes: Buffer,
    options: { isHead: boolean; reuse: boolean; endsInTheMiddle: boolean },
  ): Promise<RawAnswer | NoAnswer>;
  close(): void;
}

/** Far longer than any call takes, even on a busy machine. */
const timeLimitMs = 20_000;

export function createRawClient(port: number): RawClient {
  let socket: Socket | null = null;

  const send: RawClient['send'] = async (bytes, { isHead, reuse, endsInTheMiddle }) => {
    socket ??= await open(port);
    const mine = socket;
    const answer = await exchange(mine, bytes, isHead, endsInTheMiddle);
    const over = typeof answer === 'string' || answer.headers['connection'] === 'close' || mine.destroyed;
    if (over || !reuse || isEndless(answer)) {
      mine.destroy();
      socket = null;
    }
    return answer;
  };
  return { send, close: () => socket?.destroy() };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: 'localhost', noDelay: true });
  await once(socket, 'connect');
  // Between two requests the server may close the connection in any way.
  socket.on('error', () => {});
  return socket;
}

function exchange(
  socket: Socket,
  bytes: Buffer,
  isHead: boolean,
  endsInTheMiddle: boolean,
): Promise<RawAnswer | NoAnswer> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0);
    const timer = setTimeout(() => finish('too late'), timeLimitMs);
    const onData = (data: Buffer) => {
      received = withoutInterim(Buffer.concat([received, data]));
      const answer = parseAnswer(received, isHead);
      if (answer !== null) finish(answer);
    };
    const onClose = () => finish(received.length > 0 ? 'unreadable' : 'closed');
    const onError = (error: NodeJS.ErrnoException) => finish(error.code === 'EPIPE' ? 'closed' : 'reset');
    function finish(answer: RawAnswer | NoAnswer): void {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose).off('error', onError);
      resolve(answer);
    }
    socket.on('data', onData).on('close', onClose).on('error', onError);
    socket.write(bytes);
    if (endsInTheMiddle) socket.end();
  });
}

/** The final answer, which follows `100 Continue`. */
function withoutInterim(received: Buffer): Buffer {
  const headEnd = received.indexOf('\r\n\r\n');
  const isInterim = headEnd !== -1 && received.toString('latin1', 0, 10) === 'HTTP/1.1 1';
  return isInterim ? withoutInterim(received.subarray(headEnd + 4)) : received;
}

/** The answer, once it is complete. For an answer without an end, the part before its body. */
function parseAnswer(received: Buffer, isHead: boolean): RawAnswer | NoAnswer | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const [statusLine = '', ...lines] = received.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) return 'unreadable';
  const rest = received.subarray(headEnd + 4);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const answer = { status, headers };
  if (isHead || status === 204 || status === 304 || isEndless(answer)) return { ...answer, body: '' };
  const body =
    headers['transfer-encoding'] === 'chunked' ? readChunks(rest) : readLength(rest, headers['content-length']);
  return body === null ? null : { ...answer, body: decode(body, headers['content-encoding']).toString() };
}

function decode(body: Buffer, coding: string | undefined): Buffer {
  if (coding === 'br') return brotliDecompressSync(body);
  return coding === 'gzip' ? gunzipSync(body) : body;
}

function isEndless(answer: Pick<RawAnswer, 'headers'>): boolean {
  return answer.headers['content-type']?.startsWith('text/event-stream') ?? false;
}

function readLength(rest: Buffer, length = '0'): Buffer | null {
  return rest.length < Number(length) ? null : rest.subarray(0, Number(length));
}

function readChunks(rest: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd === -1) return null;
    const length = Number.parseInt(rest.toString('latin1', at, lineEnd), 16);
    if (rest.length < lineEnd + 4 + length) return null;
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(rest.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 4 + length;
  }
}
