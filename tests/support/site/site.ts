import { mkdir } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { waitFor, type Account } from '#tests/support/players/outsider.ts';
import { fewDraws, startServer } from './server.ts';

/** The whole product, as `npm start` runs it, with a draw every minute. Persons are compared and withdrawals wait, as in production. */
export interface Site {
  /** Such as `http://localhost:41451`. */
  readonly url: string;
  /** The client with money whose sign-in data a demo prints at its start. */
  readonly demoClient: Account;
}

/** Starts the site of the browser journeys: once per run, because a start takes seconds. */
export async function startSite(dataDir: string): Promise<{ answer: Site; stop: () => Promise<void> }> {
  await mkdir(dataDir, { recursive: true });
  const settings = { DRAW_EVERY_MINUTES: '1', ...fewDraws, ONE_PERSON: 'on', COOLING_OFF: 'on' };
  const server = await startServer(dataDir, settings);
  async function stop() {
    await server.end('SIGINT');
    // A problem that a journey may have met: its page says only that the site has one.
    const warned = server.output().match(/^.*"level":[456]0.*$/gm) ?? [];
    for (const line of warned.slice(0, 20)) console.warn(`the journeys' site: ${line}`);
  }
  try {
    await waitFor(async () => printedSignIn.test(server.output()), 'the printed sign-in');
    const [, phone = '', password = ''] = printedSignIn.exec(server.output())!;
    return { answer: { url: server.url, demoClient: { phone, password } }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const printedSignIn = /Sign in as (\S+) with the password (\S+), or sign up/;

/** Asks the run's set-up for the site at its socket. */
export async function findSite(socketPath: string): Promise<Site> {
  const answer = JSON.parse(await text(connectSocket(socketPath))) as Site | { error: string };
  if ('error' in answer) throw new Error(`the site does not start: ${answer.error}`);
  return answer;
}
