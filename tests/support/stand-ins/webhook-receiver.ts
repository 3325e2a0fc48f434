import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Orders, Received } from './webhook-receiver-process.ts';

export interface WebhookReceiver {
  /** `http://localhost:<port>/izi` */
  readonly url: string;
  /** All that has arrived, in order. */
  readonly received: Received[];
  /** Answers so from now on, and checks signatures with these keys. */
  order(orders: Orders): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a receiver of webhooks in a process of its own. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const child = fork(join(import.meta.dirname, 'webhook-receiver-process.ts'), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  });
  const received: Received[] = [];
  child.on('message', (message: Received | { heard: true }) => {
    if (!('heard' in message)) received.push(message);
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return {
    url: `http://localhost:${Number(line.toString())}/izi`,
    received,
    async order(orders) {
      const heard = new Promise<void>((resolve) => {
        const listen = (message: object) => {
          if (!('heard' in message)) return;
          child.off('message', listen);
          resolve();
        };
        child.on('message', listen);
      });
      child.send(orders);
      await heard;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
