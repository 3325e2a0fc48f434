import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClientStream } from '#contract/client-stream.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { expectEvents } from '#tests/support/site/expect-events.ts';
import { createOutsider, paymentBody, signUp, type Account, type Outsider } from '#tests/support/players/outsider.ts';

let site: TestApp;
/** A second web process of the same site. */
let other: TestApp;

beforeAll(async () => {
  site = await startApp({ RATE_LIMIT_SCALE: '1000' });
  other = await startApp({ RATE_LIMIT_SCALE: '1000', ROLES: 'web' }, { database: site.database });
});
afterAll(async () => {
  await other.close();
  await site.close();
});

interface Person {
  readonly client: Outsider;
  readonly account: Account;
}

async function join(): Promise<Person> {
  const client = createOutsider(site.url);
  return { client, account: await signUp(client) };
}

/** A page's stream, with all that it has heard. */
async function listen({ client }: Person, url = site.url) {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/clients/stream`, {
    headers: { authorization: `Bearer ${client.token}` },
    signal: abort.signal,
  });
  const page = { status: response.status, heard: '', ended: false, stop: () => abort.abort() };
  const read = async () => {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) page.heard += text;
  };
  void read()
    .catch(() => {})
    .finally(() => (page.ended = true));
  return page;
}

test('an open page receives changes of its own money from any process, and of nobody else’s', async () => {
  const [awa, kofi] = [await join(), await join()];
  const pages = [await listen(awa), await listen(awa, other.url), await listen(kofi)];
  const started = await awa.client.call('/clients/deposit', {
    body: paymentBody(awa.account, 500),
    headers: { 'idempotency-key': randomUUID() },
  });
  // The payer approves in another browser.
  const { id, redirectUrl } = started.json.data;
  await fetch(redirectUrl, { method: 'POST', body: new URLSearchParams({ outcome: 'approve' }), redirect: 'manual' });
  const news = `event: payment\ndata: {"id":"${id}","status":"succeeded"}\n\n`;
  await expect.poll(() => pages.slice(0, 2).every(({ heard }) => heard.includes(news))).toBe(true);
  // An event is sent after the commit: a read after the event shows the change.
  expect((await awa.client.call(`/clients/payments/${id}`)).json.data.status).toBe('succeeded');

  await awa.client.call('/clients/limits', {
    method: 'PUT',
    body: { limits: [{ kind: 'stake', period: 'day', amount: 5_000 }] },
  });
  await expect.poll(() => pages[1]!.heard).toContain('event: limits\n');
  await kofi.client.call('/clients/limits', {
    method: 'PUT',
    body: { limits: [{ kind: 'stake', period: 'day', amount: 5_000 }] },
  });
  await expect.poll(() => pages[2]!.heard).toContain('event: limits\n');
  expect(pages[2]!.heard).not.toContain('payment');
  for (const { heard } of pages) expectEvents(openClientStream, heard);
  for (const page of pages) page.stop();
});

test('a forged notification makes the stream send only what the database says', async () => {
  const awa = await join();
  const page = await listen(awa);
  const started = await awa.client.call('/clients/deposit', {
    body: paymentBody(awa.account, 500),
    headers: { 'idempotency-key': randomUUID() },
  });
  const { id } = started.json.data;
  const { client_id: client } = (
    await site.database.owner.query<{ client_id: number }>('select client_id from payment where id = $1', [id])
  )[0]!;
  const forged = [
    `${client} payment ${id} succeeded`,
    `${client} payment ${randomUUID()} succeeded`,
    `${client + 1} payment ${id} paid`,
    `${client} payment ${id}\ndata:{"status":"paid"}`,
    `${client} balance\ndata:{"dep":1000000}`,
    `${client} session`,
    `${client}`,
    '',
    'x',
  ];
  for (let times = 0; times < 20; times++) {
    for (const payload of forged) await site.database.opinion.query(`select pg_notify('client', $1)`, [payload]);
  }
  await awa.client.call('/clients/limits', {
    method: 'PUT',
    body: { limits: [{ kind: 'stake', period: 'day', amount: 5_000 }] },
  });
  await expect.poll(() => page.heard).toContain('event: limits\n');
  expect(page.heard).not.toMatch(/succeeded|paid|balance/);
  expect(page.heard.match(/^data: .*pending.*$/gm) ?? []).toHaveLength(page.heard.split('"pending"').length - 1);
  expect(page.ended).toBe(false);
  page.stop();
});

test('the stream ends with its session, is refused without one, and a client has at most six', async () => {
  const awa = await join();
  expect((await fetch(`${site.url}/api/clients/stream`)).status).toBe(401);
  // A token in the address opens nothing.
  expect((await fetch(`${site.url}/api/clients/stream?access_token=${awa.client.token}`)).status).toBe(401);
  const pages = [];
  for (let index = 0; index < 7; index++) pages.push(await listen(awa));
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429]);
  pages[0]!.stop();
  await expect
    .poll(async () => {
      const page = await listen(awa);
      if (page.status === 200) pages.push(page);
      return page.status;
    })
    .toBe(200);
  const elsewhere = await listen(awa, other.url);
  await site.database.owner.query('delete from session where client_id = (select id from client where phone = $1)', [
    awa.account.phone,
  ]);
  for (const page of [...pages.slice(1, 6), elsewhere]) {
    await expect.poll(() => page.ended).toBe(true);
    expect(page.heard.endsWith('event: session.over\ndata: {}\n\n')).toBe(true);
    expectEvents(openClientStream, page.heard);
  }
});

test('after a lost connection to the database pages are told to read again', async () => {
  const awa = await join();
  const page = await listen(awa);
  // A connection that listens does nothing else but ask whether it is still there.
  await site.database.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query in ('listen "client"', 'select 1') and pid <> pg_backend_pid()`,
  );
  await expect.poll(() => page.heard).toContain('event: reconnected\n');
  page.stop();
});
