// Players of a cluster who bet over HTTP until they are stopped, and send a bet that was not acknowledged again, as it was.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Draw } from '#contract/draws.ts';
import { firstClientId, tokenOf } from '#bench/load/player.ts';
import { createIds } from '#bench/load/request.ts';

/** The bets that players placed and saw. Moments are those of `performance.now()`. */
export interface Seen {
  /** The ids of the tickets that were acknowledged. */
  readonly acknowledged: readonly string[];
  readonly acknowledgedAt: readonly number[];
  /** The number of answers by status, and of connections that broke by the reason. */
  readonly answers: Readonly<Record<string, number>>;
  /** Refusals by the site, of status 503, without a Retry-After. */
  readonly withoutRetryAfter: number;
  /** Checkouts that were refused for good. */
  readonly refused: readonly string[];
  /** From the first time that a checkout was sent to its acknowledgement, in milliseconds. */
  readonly slowestMs: number;
}

interface Players {
  /** The moments so far at which a bet was acknowledged, in order. */
  readonly acknowledgedAt: readonly number[];
  stop(): Promise<Seen>;
}

const players = 16;
const pauseMs = 40;
const againMs = 100;
const answerMs = 30_000;
/** Longer than any run, so that no draw closes under the players. */
const onSaleMs = 6 * 60_000;

interface Answer {
  /** A word where no answer came. */
  readonly status: number | string;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** @param url of the door, such as `http://127.0.0.1:3400` */
export async function startPlayers(url: string): Promise<Players> {
  const drawId = await findDraw(url);
  const agent = new Agent({ keepAlive: true });
  const nextId = createIds();
  const acknowledged: string[] = [];
  const acknowledgedAt: number[] = [];
  const answers: Record<string, number> = {};
  const refused: string[] = [];
  let withoutRetryAfter = 0;
  let slowestMs = 0;
  const stop = new AbortController();

  async function play(player: number): Promise<void> {
    while (!stop.signal.aborted) {
      const id = nextId();
      const digit = String(1 + (player % 9));
      const ticket = { id, name: 'IziOne', drawId, betAmount: 100, selectedNumbers: [digit] };
      await betUntilAnswered(player, id, JSON.stringify({ tickets: [ticket] }));
      await sleep(pauseMs);
    }
  }

  async function betUntilAnswered(player: number, id: string, body: string): Promise<void> {
    const startedAt = performance.now();
    for (;;) {
      const answer = await post(agent, url, tokenOf(firstClientId + player), body);
      const now = performance.now();
      answers[answer.status] = (answers[answer.status] ?? 0) + 1;
      if (answer.status === 503 && answer.retryAfter === undefined) withoutRetryAfter += 1;
      if (answer.status === 201) {
        acknowledged.push(id);
        acknowledgedAt.push(now);
        slowestMs = Math.max(slowestMs, now - startedAt);
        return;
      }
      // 429 and all of class 5 are tried again; what else the site says of a bet stays so.
      if (typeof answer.status === 'number' && answer.status < 500 && answer.status !== 429) {
        refused.push(`${answer.status} ${answer.text.slice(0, 200)}`);
        return;
      }
      await sleep(againMs);
    }
  }

  const all = Promise.all(Array.from({ length: players }, (_, player) => play(player)));
  return {
    acknowledgedAt,
    async stop() {
      stop.abort();
      await all;
      agent.destroy();
      return { acknowledged, acknowledgedAt, answers, withoutRetryAfter, refused, slowestMs };
    },
  };
}

/** How many players there have to be. */
export const playerCount = players;

async function findDraw(url: string): Promise<string> {
  const response = await fetch(`${url}/api/draws?status=open&limit=50`);
  const { data } = (await response.json()) as { data: Draw[] };
  const draw = data.find(({ closesAt }) => Date.parse(closesAt) > Date.now() + onSaleMs);
  if (draw === undefined) throw new Error('no draw is on sale for long enough');
  return draw.id;
}

function post(agent: Agent, url: string, token: string, body: string): Promise<Answer> {
  return new Promise((resolve) => {
    const broken = (error: NodeJS.ErrnoException) =>
      resolve({ status: error.code ?? error.message, retryAfter: undefined, text: '' });
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const call = request(`${url}/api/bets`, { method: 'POST', agent, headers, timeout: answerMs }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('error', broken);
      response.on('end', () =>
        resolve({ status: response.statusCode!, retryAfter: response.headers['retry-after'], text }),
      );
    });
    call.on('timeout', () => call.destroy(new Error('no answer')));
    call.on('error', broken);
    call.end(body);
  });
}
