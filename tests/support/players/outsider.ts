import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { patience, waitMs } from '#tests/support/patience.ts';
import type { NewTicket, Ticket } from '#contract/bets.ts';
import type { Draw } from '#contract/draws.ts';
import { uuidv7 } from '#domain/uuid.ts';
import { countInFile } from '#tests/support/count-in-file.ts';
import { registrationOf } from './registration.ts';

/** An outside caller who knows only the API's address and its documentation. */
export interface Outsider {
  /** Calls `/api{path}`; with a body the default method is POST. */
  call(path: string, options?: { method?: string; body?: unknown; headers?: Record<string, string> }): Promise<Answer>;
  token: string | null;
  /** Changes when the site restarts at another address. */
  url: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line no-explicit-any -- what an answer holds is what the test finds out
  readonly json: any;
}

export function createOutsider(url: string): Outsider {
  const outsider: Outsider = {
    token: null,
    url,
    async call(path, { method, body, headers } = {}) {
      const response = await fetch(`${outsider.url}/api${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(outsider.token !== null && { authorization: `Bearer ${outsider.token}` }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(waitMs),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parse(text) };
    },
  };
  return outsider;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const phones = 1_000_000;
/**
 * More than a file of journeys needs. Files share a site, and Vitest numbers the files of a run, so no two take the same phone; nor the
 * same birth date, which goes by the phone and would make one person of two (`registration.ts`).
 */
const phonesOfFile = 40;
const nextPhone = countInFile(() => {
  const file = process.env['VITEST_WORKER_ID'];
  return file === undefined ? Math.floor(Math.random() * phones) : Number(file) * phonesOfFile;
});

export interface Account {
  readonly phone: string;
  readonly password: string;
}

/** Signs up, reads the code in the demo inbox and confirms the phone. */
export async function signUp(outsider: Outsider, ending = '22', more: object = {}): Promise<Account> {
  const account = await register(outsider, ending, more);
  const code = await readCode(outsider, account.phone);
  const confirmed = await outsider.call('/clients/otp/firebase/callback', { body: { code } });
  if (confirmed.status !== 200) throw new Error(`not confirmed: ${confirmed.text}`);
  return account;
}

/** Signs up and leaves the phone unconfirmed. */
export async function register(outsider: Outsider, ending = '22', more: object = {}): Promise<Account> {
  const account = {
    phone: `+22507${String(nextPhone() % phones).padStart(6, '0')}${ending}`,
    password: 'a good password',
  };
  const registered = await outsider.call('/clients/auth/local/register', {
    body: registrationOf(account.phone, { ...account, ...more }),
  });
  if (registered.status !== 201) throw new Error(`not registered: ${registered.text}`);
  outsider.token = registered.json.jwt;
  return account;
}

/** The code in the last message to a phone or an e-mail address. */
export async function readCode(outsider: Outsider, to: string): Promise<string> {
  const inbox = await outsider.call(`/outbox?to=${encodeURIComponent(to)}`);
  return /\b\d{6}\b/.exec(inbox.json.data[0].text)![0];
}

export function paymentBody({ phone }: Account, amount: number, method = 'mobile_money') {
  return { customerDetails: { amount, country: 'CI', method, phone, firstName: 'Ama', lastName: 'Koné' } };
}

/** Adds funds through the sandbox's page, and waits until the wallet has them. */
export async function addFunds(outsider: Outsider, account: Account, amount: number): Promise<void> {
  const started = await outsider.call('/clients/deposit', {
    body: paymentBody(account, amount),
    headers: { 'idempotency-key': randomUUID() },
  });
  if (started.status !== 201) throw new Error(`no deposit: ${started.text}`);
  await fetch(started.json.data.redirectUrl, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'approve' }),
    redirect: 'manual',
  });
  await waitFor(async () => (await paymentStatus(outsider, started.json.data.id)) === 'succeeded', 'the deposit');
}

export async function paymentStatus(outsider: Outsider, id: string): Promise<string> {
  return (await outsider.call(`/clients/payments/${id}`)).json.data.status;
}

export async function balanceOf(outsider: Outsider): Promise<{ dep: number; win: number }> {
  const { data } = (await outsider.call('/clients/balance')).json;
  const of = (slug: string) =>
    data.find((item: { attributes: { slug: string } }) => item.attributes.slug === slug).attributes.balance as number;
  return { dep: of('dep'), win: of('win') };
}

/** The id of the draw that was drawn last; waits for the first one of a site that has just started. */
export async function latestResult(api: Outsider): Promise<string> {
  const latest = async () => (await api.call('/results?limit=1')).json.data[0]?.id as string | undefined;
  await waitFor(async () => (await latest()) !== undefined, 'a drawn draw');
  return (await latest())!;
}

/** Even a slow machine asks for no draw that stays open longer: a site has ten minutes of draws on sale. */
const longestOpenMs = 240_000;

/** The soonest draws that stay open for at least this long, or longer on a slow machine. */
export async function openDraws(outsider: Outsider, atLeastMs = 3_000): Promise<Draw[]> {
  const { data, meta } = (await outsider.call('/draws?status=open&limit=10')).json;
  const leastMs = Math.max(atLeastMs, Math.min(patience(atLeastMs), longestOpenMs));
  return data.filter((draw: Draw) => Date.parse(draw.closesAt) - Date.parse(meta.now) > leastMs);
}

/** Sales of a draw on each minute last for so long after the numbers of the one before, so nobody may wait for longer. */
const longestSaleMs = 40_000;
/** A page that is opened so long before the next draw finds the last one over. */
const lastIsOverMs = 57_000;

/**
 * Waits until no draw is on and the next one stays on sale for so long, or longer on a slow machine: for what a draw that closes in the
 * middle would change. The site draws each minute.
 */
export async function untilSalesLast(outsider: Outsider, milliseconds: number): Promise<void> {
  const leastMs = Math.min(patience(milliseconds), longestSaleMs);
  const lasts = async () => {
    const { data, meta } = (await outsider.call('/draws?status=open&limit=1')).json;
    const until = (at: string) => Date.parse(at) - Date.parse(meta.now);
    return until(data[0].closesAt) > leastMs && until(data[0].fullDate) < lastIsOverMs;
  };
  await waitFor(lasts, 'a draw that has just gone on sale');
}

export function ticketFor(
  draw: Pick<Draw, 'id'>,
  name: NewTicket['name'],
  numbers: string,
  betAmount: number,
): NewTicket {
  return {
    id: uuidv7(Date.now(), randomBytes(10)),
    name,
    drawId: draw.id,
    betAmount,
    selectedNumbers: numbers.split(''),
  };
}

export async function betsOf(outsider: Outsider): Promise<Ticket[]> {
  const tickets: Ticket[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { json: page }: Answer = await outsider.call(`/bets?limit=100${cursor && `&cursor=${cursor}`}`);
    tickets.push(...page.data);
    cursor = page.meta.next;
  }
  return tickets;
}

export async function waitFor(isDone: () => Promise<boolean>, what: string): Promise<void> {
  const startedAt = performance.now();
  while (!(await isDone())) {
    const waited = performance.now() - startedAt;
    if (waited > waitMs) throw new Error(`${what} did not come in ${waitMs / 1_000} s`);
    // After several seconds the wait is for a draw, and asking less often delays nothing. Whoever asks for it less often does not slow it
    // down.
    await sleep(Math.min(500, Math.max(100, waited / 20)));
  }
}
