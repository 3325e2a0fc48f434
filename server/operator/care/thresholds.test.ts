import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { listCareThresholds } from '#contract/operator/care.ts';
import { changeHistory, readClock } from '#tests/support/players/play.ts';
import { startPaymentDesk, type PaymentDesk } from '#tests/support/operator/payment-desk.ts';
import type { SignedInOperator } from '#tests/support/operator/sign-in.ts';

type Threshold = AnswerOf<typeof listCareThresholds>['data'][number];

let site: PaymentDesk;
let compliance: SignedInOperator;
let other: SignedInOperator;
let risk: SignedInOperator;

beforeAll(async () => {
  site = await startPaymentDesk();
  compliance = await site.operator('compliance');
  other = await site.operator('compliance');
  risk = await site.operator('risk');
});
afterAll(() => site.close());

const path = '/care/thresholds';
const hour = 3_600_000;
const ahead = async (hours: number) => new Date((await readClock(site.owner)) + hours * hour).toISOString();
const listed = async (operator = compliance) => (await operator.get(path)).json<{ data: Threshold[] }>().data;
const held = async (kind: Threshold['kind']) =>
  (await listed()).find((one) => one.kind === kind && one.state === 'holds')!;

/** Asks for what differs from a change of the sign *night* that is right. @returns the request, or the code of the refusal */
async function ask(change: object = {}, operator = compliance): Promise<string> {
  const { reason = 'a study', kind: about = 'night', ...values } = change as { reason?: string; kind?: string };
  const answer = await operator.post('/requests', {
    kind: 'care_threshold',
    about,
    values: { notable: 30, strong: 150, times: 3, beginsAt: await ahead(48), ...values },
    reason,
  });
  return answer.statusCode === 202 ? answer.json().data.id : `${answer.statusCode} ${answer.json().code}`;
}

/** How strong a sign of so many bets at night is, at a moment. */
async function levelOf(value: number, at: string): Promise<number> {
  const [row] = await site.owner.query<{ level: number }>(
    `select case when $1 >= strong then 2 when $1 >= notable then 1 else 0 end as level from care_thresholds($2) where kind = 'night'`,
    [value, at],
  );
  return row!.level;
}

test('the first thresholds are those of the software, for those who see signs', async () => {
  const first = await listed(risk);
  expect(first).toHaveLength(9);
  expect(await held('night')).toEqual({
    number: 8,
    kind: 'night',
    days: 7,
    notable: 20,
    strong: 100,
    times: 2,
    beginsAt: null,
    setAt: expect.any(String),
    state: 'holds',
    request: null,
  });
  for (const role of ['support', 'payments', 'draws', 'admin'] as const) {
    expect((await (await site.operator(role)).get(path)).statusCode).toBe(403);
  }
});

test('two compliance operators change a threshold, which applies from its beginning', async () => {
  for (const role of ['risk', 'auditor', 'admin', 'draws'] as const) {
    expect(await ask({}, await site.operator(role))).toBe('403 not_allowed');
  }
  const id = await ask();
  const before = await listed();
  // Neither the operator who asked nor one of another role can approve.
  const approval = { decision: 'approve', reason: 'Looked at both.' };
  expect((await compliance.post(`/requests/${id}/decision`, approval)).statusCode).toBe(409);
  expect((await risk.post(`/requests/${id}/decision`, approval)).statusCode).toBe(403);
  await expect(site.worker.query('select console.execute_care_threshold($1)', [id])).rejects.toThrow('not_approved');
  expect(await listed()).toEqual(before);

  expect(await site.approve(id, other)).toEqual({ status: 'done', because: null });
  const [waiting] = (await listed()).filter(({ state }) => state === 'waits');
  expect(waiting).toMatchObject({
    number: 10,
    kind: 'night',
    notable: 30,
    strong: 150,
    times: 3,
    request: { id, askedBy: compliance.name, approvedBy: other.name, reason: 'a study' },
  });
  expect(await held('night')).toMatchObject({ number: 8, strong: 100 });
  expect(await levelOf(120, await ahead(0))).toBe(2);
  expect(await levelOf(120, await ahead(49))).toBe(1);

  // Once it has begun, a measure of today takes it, and one of yesterday what held then.
  await changeHistory(
    site.owner,
    `update care_threshold set begins_at = now() - interval '1 hour' where number = 10`,
    [],
  );
  expect(await held('night')).toMatchObject({ number: 10, strong: 150 });
  expect((await listed()).find(({ number }) => number === 8)).toMatchObject({ state: 'over' });
  expect([await levelOf(120, await ahead(0)), await levelOf(120, await ahead(-24))]).toEqual([1, 2]);
  const [line] = await site.owner.query<{ act: string; subject: string }>(
    `select act, subject from console.audit where request_id = $1 order by number desc limit 1`,
    [id],
  );
  expect(line).toEqual({ act: 'request_done', subject: 'care_threshold night' });
});

test('a measurement uses the current thresholds', async () => {
  const [player] = await site.owner.query<{ id: number }>(
    `insert into client (phone, password_hash, first_name, last_name, birth_date, country, confirmed_at)
     values ('+2250799000001', '', 'Awa', 'Koné', '1990-01-01', 'CI', now()) returning id`,
  );
  await site.owner.query('select open_wallet($1)', [player!.id]);
  for (let raise = 0; raise < 3; raise += 1) {
    await site.owner.query(`select record_security_event($1, 'limit_raised', null, null, null, '{}')`, [player!.id]);
  }
  const levelNow = async () => {
    const [sign] = await site.owner.query<{ level: number; notable: number }>(
      `select level, notable from care_indicators($1, 'UTC', clock_timestamp()) where kind = 'limits_raised'`,
      [player!.id],
    );
    return sign;
  };
  expect(await levelNow()).toEqual({ level: 1, notable: 2 });
  const id = await ask({ kind: 'limits_raised', notable: 1, strong: 3, times: 0 });
  expect(await site.approve(id, other)).toEqual({ status: 'done', because: null });
  expect(await levelNow()).toEqual({ level: 1, notable: 2 });
  await changeHistory(
    site.owner,
    `update care_threshold set begins_at = now() - interval '1 s' where request_id = $1`,
    [id],
  );
  expect(await levelNow()).toEqual({ level: 2, notable: 1 });
});

test('a useless, begun or outdated change is refused, both when it is asked for and when it is carried out', async () => {
  expect(await ask({ beginsAt: await ahead(-1) })).toBe('409 conflict');
  expect(await ask({ notable: 10, strong: 9 })).toBe('409 conflict');
  expect(await ask({ notable: 0 })).toBe('400 invalid_request');
  expect(await ask({ times: 101 })).toBe('400 invalid_request');
  expect(await ask({ kind: 'luck' })).toBe('400 invalid_request');
  const { notable, strong, times } = await held('deposits');
  expect(await ask({ kind: 'deposits', notable, strong, times })).toBe('409 conflict');

  // Two were asked for at once, and one is made.
  const [one, two] = [await ask({ kind: 'chased', strong: 40 }), await ask({ kind: 'chased', strong: 41 })];
  expect((await site.approve(one, other)).status).toBe('done');
  const refused = await other.post(`/requests/${two}/decision`, { decision: 'approve', reason: 'Looked at both.' });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);

  // A waiting version is dropped where a newer one begins before it.
  const sooner = await ask({ kind: 'chased', notable: 30, strong: 50, beginsAt: await ahead(24) });
  expect((await site.approve(sooner, other)).status).toBe('done');
  const chased = (await listed()).filter(({ kind }) => kind === 'chased');
  expect(chased.map(({ strong: of, state }) => [of, state])).toEqual([
    [10, 'holds'],
    [50, 'waits'],
    [40, 'over'],
  ]);
  await expect(site.owner.query('delete from care_threshold')).rejects.toThrow('history never changes');
});
