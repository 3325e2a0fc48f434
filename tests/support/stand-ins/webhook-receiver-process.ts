// A receiver of webhooks in a process of its own. It shares no code with the sender: it checks signatures as docs/webhooks.md tells integrators
// to, answers as it is told, and tells its parent all that has arrived.
import { createHmac, createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The orders for the receiver: how to answer, and the keys that it knows. */
export interface Orders {
  /** `hold` never answers, `reset` cuts the connection. */
  readonly answer?: number | 'hold' | 'reset';
  readonly headers?: Readonly<Record<string, string>>;
  readonly publicKey?: string;
  readonly secret?: string;
}

export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Which kinds of signatures are right. */
  readonly verified: readonly string[];
}

let orders: Orders = {};

function findVerified(headers: IncomingHttpHeaders, body: string): string[] {
  const signed = Buffer.from(`${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`);
  const key = createPublicKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: Buffer.from((orders.publicKey ?? '').slice('whpk_'.length), 'base64').toString('base64url'),
    },
    format: 'jwk',
  });
  const secret = Buffer.from((orders.secret ?? '').slice('whsec_'.length), 'base64');
  return String(headers['webhook-signature'])
    .split(' ')
    .map((one) => one.split(','))
    .filter(([kind, signature = '']) =>
      kind === 'v1a'
        ? verify(null, signed, key, Buffer.from(signature, 'base64'))
        : kind === 'v1' && createHmac('sha256', secret).update(signed).digest('base64') === signature,
    )
    .map(([kind]) => kind!);
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const { headers } = request;
  const verified = orders.publicKey === undefined ? [] : findVerified(headers, body);
  process.send!({ id: headers['webhook-id'], headers, body, verified } as Received);
  const { answer = 200, headers: more = {} } = orders;
  if (answer === 'reset') request.socket.destroy();
  else if (answer !== 'hold') response.writeHead(answer, more).end('x'.repeat(10_000));
}

const server = createServer((request, response) => void receive(request, response));
process.on('message', (given: Orders) => {
  orders = given;
  process.send!({ heard: true });
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
