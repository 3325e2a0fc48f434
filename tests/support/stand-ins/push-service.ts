import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BrowserSubscription } from '#server/notices/subscriptions.ts';

/** A push message as it reached a browser. */
interface Pushed {
  readonly browser: string;
  readonly headers: IncomingHttpHeaders;
  /** The JSON that the service worker would get. */
  readonly shown: Record<string, string>;
}

export interface PushService {
  /** Makes a browser with keys of its own, as `pushManager.subscribe` would describe it. */
  subscribe(): BrowserSubscription;
  /** Everything that arrived, oldest first. */
  readonly pushed: Pushed[];
  /** Answers so from now on, in place of 201. */
  answerWith(status: number, headers?: Record<string, string>): void;
  /** Leads the addresses of the push service to this machine. */
  readonly fetch: typeof fetch;
  close(): void;
}

export const pushOrigin = 'https://fcm.googleapis.com';

/** A push service with browsers behind it, which decrypt what they get (RFC 8291). */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();
  const pushed: Pushed[] = [];
  let answer: { status: number; headers: Record<string, string> } = { status: 201, headers: {} };
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const browser = request.url!.slice('/fcm/send/'.length);
      const known = browsers.get(browser);
      if (known === undefined) return response.writeHead(404).end();
      if (answer.status === 201) {
        pushed.push({ browser, headers: request.headers, shown: JSON.parse(open(body, known).toString()) as never });
      }
      return response.writeHead(answer.status, answer.headers).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // That of Node: a test may lead the site's own to here.
  const usualFetch = fetch;
  return {
    pushed,
    subscribe() {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const id = randomUUID();
      browsers.set(id, { ecdh, auth });
      return {
        endpoint: `${pushOrigin}/fcm/send/${id}`,
        keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
      };
    },
    answerWith(status, headers = {}) {
      answer = { status, headers };
    },
    fetch: (address, init) => usualFetch((address as string).replace(pushOrigin, `http://127.0.0.1:${port}`), init),
    close: () => void server.close(),
  };
}

function open(body: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): Buffer {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + sender.length);
  const derive = (input: Buffer, over: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', input, over, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const input = derive(ecdh.computeSecret(sender), auth, info, 32);
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const cipher = createDecipheriv(
    'aes-128-gcm',
    key,
    derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2));
}
