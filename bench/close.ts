import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDraw } from '#tests/support/players/play.ts';
import { firstClientId, tokenOf } from './load/player.ts';
import { createIds } from './load/request.ts';
import { number, type Report } from './report.ts';
import type { Rig } from './rig.ts';

const clients = 1_000;
/** The bets leave their phones in so many milliseconds before the close. */
const lastMs = 500;
/** How long a bet is under way: as on mobile networks, from a good one to a bad one. */
const way = { least: 20, most: 800 };

interface Bet {
  /** Milliseconds before the close; negative after it. */
  readonly arrived: number;
  readonly placed: boolean;
  readonly answer: string;
}

/**
 * The last half second of a sale over HTTP: which bets that left their phones before the close are refused, because of the network and
 * because of the site.
 */
export async function measureClose(rig: Rig, report: Report, rounds: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients, maxFreeSockets: clients });
  const bets: Bet[] = [];
  try {
    for (let round = 0; round < rounds; round++) bets.push(...(await betAtClose(rig, agent)));
  } finally {
    agent.destroy();
  }
  const share = (part: readonly Bet[], of: readonly Bet[]) => `${((100 * part.length) / of.length).toFixed(1)} %`;
  const inTime = bets.filter(({ arrived }) => arrived > 0);
  const refusedInTime = inTime.filter(({ placed }) => !placed);
  const placedLate = bets.filter(({ arrived, placed }) => arrived <= 0 && placed);
  const answers = Map.groupBy(bets, ({ answer }) => answer);
  const needed = Math.max(0, ...refusedInTime.map(({ arrived }) => arrived));
  report.add({
    what: `${number(clients)} bets that leave in the last ${lastMs} ms before a close and are ${way.least} to ${way.most} ms under way: placed`,
    goal: '',
    measured: `${share(
      bets.filter(({ placed }) => placed),
      bets,
    )}; ${share(inTime, bets)} arrive before the close; ${Array.from(answers, ([answer, { length }]) => `${number(length)} ${answer}`).join(', ')}`,
    met: null,
  });
  report.add({
    what: 'of those that arrive before the close: placed',
    goal: '≥ 95 %',
    measured: `${share(
      inTime.filter(({ placed }) => placed),
      inTime,
    )}; all that arrive ${Math.ceil(needed)} ms before it or earlier`,
    met: refusedInTime.length <= inTime.length * 0.05,
  });
  report.add({
    what: 'placed although they arrive after the close',
    goal: '0',
    measured: String(placedLate.length),
    met: placedLate.length === 0,
  });
}

const between = (least: number, most: number) => least + Math.random() * (most - least);

async function betAtClose(rig: Rig, agent: Agent): Promise<readonly Bet[]> {
  const drawId = await createDraw(rig.owner, { closesIn: 6_000, drawsIn: 60_000 });
  const [draw] = await rig.owner.query<{ closesAt: Date }>('select closes_at as "closesAt" from draw where id = $1', [
    drawId,
  ]);
  const closesAt = draw!.closesAt.getTime();
  const untilClose = () => closesAt - (performance.timeOrigin + performance.now());
  const nextId = createIds();
  const players = Array.from({ length: clients }, (_, player) => tokenOf(firstClientId + player));
  // Phones that watch the countdown have a connection already.
  await Promise.all(players.map((token) => send(agent, `${rig.server.url}/api/clients/balance`, token)));
  return Promise.all(
    players.map(async (token): Promise<Bet> => {
      await sleep(untilClose() - between(0, lastMs) + between(way.least, way.most));
      const ticket = { id: nextId(), name: 'IziOne', drawId, betAmount: 100, selectedNumbers: ['5'] };
      const arrived = untilClose();
      const { status, text } = await send(agent, `${rig.server.url}/api/bets`, token, { tickets: [ticket] });
      const answer = status === 201 ? 'placed' : ((JSON.parse(text) as { code?: string }).code ?? String(status));
      return { arrived, placed: status === 201, answer };
    }),
  );
}

function send(
  agent: Agent,
  url: string,
  token: string,
  body?: object,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const call = request(url, { agent, headers, method: body ? 'POST' : 'GET' }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode!, text }));
      answer.on('error', reject);
    });
    call.on('error', reject);
    call.end(body && JSON.stringify(body));
  });
}
