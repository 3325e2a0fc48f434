import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface StandInRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly body: Record<string, unknown>;
}

export interface StandInAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * How the next call to a path with this prefix fails: `reset` cuts the connection and does nothing, `lost` does the work and
 * cuts the connection, a status such as `500` does nothing, `garbage` does the work and answers with something that is not JSON, `held` does
 * nothing until the test lets it continue, `slow` does the work and answers when the test lets it.
 */
export interface Fault {
  readonly path: string;
  readonly fault: 'reset' | 'lost' | '500' | '503' | '404' | '403' | '429' | 'garbage' | 'held' | 'slow';
}

/** The requests that the test can make to the process that it started. */
export interface Control {
  readonly fault?: Fault;
  /** From now on every second call is carried out, and its answer lost. */
  readonly loseEverySecond?: boolean;
  /** Lets the held calls continue. */
  readonly release?: true;
  /** Gives an entity other fields: `{ path: 'transactions/1', fields: { status: 'approved' } }`. */
  readonly change?: { readonly path: string; readonly fields: object };
}

/**
 * Serves an outside party's protocol on a free port, and prints the port on the first line of its output. Ends when its
 * parent process does.
 */
export function serveStandIn(
  answer: (request: StandInRequest) => StandInAnswer,
  change: (path: string, fields: object) => void | Promise<void>,
  records: () => Readonly<Record<string, readonly unknown[]>> = () => ({}),
): void {
  const held: (() => void)[] = [];
  const faults: Fault[] = [];
  const seen: StandInRequest[] = [];
  let loses = false;
  let calls = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request;
    // A browser asks first whether a page of another site may call.
    if (method === 'OPTIONS') return send(response, 200, {});
    const body = method === 'POST' || method === 'PUT' ? ((await json(request)) as Record<string, unknown>) : {};
    if (path === '/control') return control(method, body as Control, response);

    const { authorization, 'idempotency-key': key } = request.headers;
    const idempotencyKey = key?.toString();
    const call = { method, path, authorization, idempotencyKey, body };
    seen.push(call);
    const index = faults.findIndex((one) => `${method} ${path}`.startsWith(one.path));
    const fault = index === -1 ? null : faults.splice(index, 1)[0]!.fault;
    if (fault === 'reset') return void request.socket.destroy();
    const hold = () => new Promise<void>((release) => held.push(release));
    if (fault === 'held') await hold();
    if (/^\d+$/.test(fault ?? '')) return send(response, Number(fault), { message: 'no' });
    const { status, body: answered } = answer(call);
    if (loses && ++calls % 2 === 0) return void request.socket.destroy();
    if (fault === 'slow') await hold();
    if (fault === 'lost') return void request.socket.destroy();
    if (fault === 'garbage') return void response.writeHead(200).end('<html>');
    send(response, status, answered);
  }

  async function control(method: string, wish: Control, response: ServerResponse): Promise<void> {
    if (wish.fault) faults.push(wish.fault);
    loses = wish.loseEverySecond ?? loses;
    if (wish.change) await change(wish.change.path, wish.change.fields);
    if (wish.release) for (const release of held.splice(0)) release();
    send(response, 200, method === 'GET' ? { ...records(), seen } : {});
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => send(response, 400, { message: String(error) }));
  });
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit(0));
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const forBrowsers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  response.writeHead(status, { 'content-type': 'application/json', ...forBrowsers }).end(JSON.stringify(body));
}
