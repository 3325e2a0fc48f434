import { afterAll, beforeAll, expect, test } from 'vitest';
import { patience, testMs } from '#tests/support/patience.ts';
import type { OpenApi } from '#server/http/openapi.ts';
import { chooseSeed } from '#tests/support/long-run.ts';
import { startLongRunSite, type LongRunSite } from '#tests/support/site/long-run-site.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createOutsider } from '#tests/support/players/outsider.ts';
import { createCheck, type CheckAnswer } from './check-answer.ts';
import { createCoverage, type Coverage } from './coverage.ts';
import { generateRequests, generateRequestsTo } from './generate.ts';
import { findKnown, type Known } from './known.ts';
import { createRawClient, type RawClient } from './raw-client.ts';
import { bytesOf, describeRequest, mayGoUnanswered, type FuzzRequest } from './request.ts';

/** The number of requests from which on each answer of the document has to be seen. */
const enoughForAll = 12_000;
const seed = chooseSeed();

/** This many connections, each with one request at a time. */
const lanes = 8;

/** Declared in the document, but no request here can cause them. */
const neverAnswered = [
  // Only an operator locks an account or stops sales; server/operator/players/locks.test.ts and draws/stops.test.ts test it.
  'placeBets account_locked',
  'placeBets sales_stopped',
  'signIn account_locked',
  // Two clients who prove the same at the same time; registration.test.ts, email.test.ts and change-phone.test.ts in
  // server/identity test it.
  'confirmPhone phone_taken',
  'resetPassword account_locked',
  'resetPassword phone_taken',
  'confirmEmail email_taken',
  'passSecondStep account_locked',
  // Nobody can guess a code; server/identity/proof/proof.test.ts tests it.
  'confirmTotp 200',
  // Its body is a picture, and the bodies here are JSON; server/identity/documents/documents.test.ts tests it.
  'sendIdentityImage 204',
  'sendIdentityImage proof_needed',
  'sendIdentityImage not_found',
  'sendIdentityImage identity_pending',
  'sendIdentityImage image_refused',
  // The reason is the same as for the other phones.
  'confirmNewPhone phone_taken',
  // Nobody can guess a signature; server/identity/passkeys/passkeys.test.ts tests it.
  'signInWithPasskey 200',
  'signInWithPasskey account_locked',
  'addPasskey 201',
  'addPasskey conflict',
  'deposit account_locked',
  // Only an account with a bank could make the sandbox refuse.
  'deposit payment_rejected',
  // Only a site with tiers limits by them; server/payments/tiers.test.ts tests it.
  'withdraw identity_needed',
  'withdraw limit_reached',
  // Only a client whose deposit was refunded by the provider owes money; server/payments/payments.test.ts tests it.
  'withdraw money_owed',
  // Nobody can guess a signature.
  'receiveWebhook 200',
  // Nobody guesses a point of a curve, which a browser's key is; server/notices/notices.test.ts tests it.
  'subscribeToPush 201',
  'subscribeToPush not_found',
  'subscribeToPush phone_unconfirmed',
  // The reason is the same as for a withdrawal; server/personal-data/personal-data.test.ts tests it.
  'beginClosing money_owed',
  // Only an operator closes an account for good; server/operator/operator.test.ts tests it.
  'takeBackClosing account_closed',
  // Only in production.
  'listOutbox not_found',
];

/** Refusals that a run may meet or not. */
const answeredByChance = new Set([
  // Two of the lanes change the same client at the same time.
  'updateUser conflict',
  // They depend on how many payments the sandbox has not decided yet.
  'deposit too_many_payments',
  'withdraw too_many_payments',
  // Both fields have to hold the weak password; server/identity/passwords/refused-passwords.test.ts tests it.
  'resetPassword weak_password',
  'changePassword weak_password',
]);

let site: LongRunSite;
let api: OpenApi;
let known: Known;
let checkAnswer: CheckAnswer;
let coverage: Coverage;
/** Sends this many requests, made from the OpenAPI document, and holds each answer to it. */
export function sendRequests(total: number): void {
  beforeAll(async () => {
    site = await startLongRunSite({ RATE_LIMIT_SCALE: '10000', PROOF_OVER: '0' });
    api = (await createOutsider(site.url).call('/openapi.json')).json;
    coverage = createCoverage(api);
    checkAnswer = createCheck(api, coverage);
    known = await findKnown(site);
  });
  afterAll(() => site.close());

  test(
    `${total} requests made from the OpenAPI document are answered as it says (seed ${seed})`,
    { timeout: testMs + patience(total * 20) },
    async () => {
      console.log(repeat(total));
      await sendAll(total, generateRequests(api, known, { total, seed }));
      if (total >= enoughForAll) await sendToMissing(total);
      console.log(coverage.describe());
      if (total >= enoughForAll) expect(missing()).toEqual(neverAnswered);
      await expectBooksBalance(site.database.owner);
      expect((await createOutsider(site.url).call('/draws')).status).toBe(200);
    },
  );
}

const repeat = (total: number) => `npm run test:long -- fuzz --requests ${total} --seed ${seed}`;

function missing(): string[] {
  return coverage.missing().filter((outcome) => !answeredByChance.has(outcome));
}

/**
 * Sends more to the calls that have not given each of their answers yet: some answers are so rare that a run may miss one by
 * chance. An answer that is still missing after all rounds is not missing by chance.
 */
async function sendToMissing(total: number): Promise<void> {
  for (let round = 1; round <= 40; round += 1) {
    const calls = new Set(
      missing()
        .filter((outcome) => !neverAnswered.includes(outcome))
        .map((outcome) => outcome.split(' ')[0]!),
    );
    if (calls.size === 0) return;
    console.log(`round ${round}, to get the missing answers: ${[...calls].join(', ')}`);
    await sendAll(total, generateRequestsTo(calls, api, known, { total: 500, seed: seed + round * total }));
  }
}

/** The lanes share one supply of requests: when one fails, it ends for all. */
async function sendAll(total: number, requests: Generator<FuzzRequest>): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      const client = createRawClient(Number(new URL(site.url).port));
      try {
        for (const request of requests) await sendAndCheck(total, client, request);
      } finally {
        client.close();
      }
    }),
  );
}

/** @throws Error with the request, when the answer is wrong */
async function sendAndCheck(total: number, client: RawClient, request: FuzzRequest): Promise<void> {
  const answer = await client.send(bytesOf(request), {
    isHead: request.method === 'HEAD',
    reuse: request.framing === 'length' || request.framing === 'chunked',
    endsInTheMiddle: mayGoUnanswered(request),
  });
  if (answer === 'closed' && mayGoUnanswered(request)) return;
  const wrong = typeof answer === 'string' ? [`no answer: ${answer}`] : checkAnswer(request, answer);
  if (wrong.length > 0) {
    throw new Error(`${wrong.join('; ')}\nSend it again: ${repeat(total)}\n\n${describeRequest(request)}`);
  }
}
