import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  announceKey,
  firstKey,
  laterKey,
  makeDraw,
  operatorKey,
  ownChain,
  signAsOperator,
  type MadeDraw,
} from '#tests/support/draws/fair-draw.ts';
import { publish, serve, type PublishedSite } from '#tests/support/draws/fair-site.ts';
import { toHex } from '#domain/fair-draw/bytes.ts';
import { drawHash } from '#domain/fair-draw/draw-record.ts';
import { sealHash } from '#domain/fair-draw/seal-record.ts';
import { receiptMessage } from '#domain/fair-draw/signatures.ts';
import { readReceiptLink, receiptPath } from './receipt-link.ts';
import type { CheckMessage, CheckRequest, KnownSeals } from './messages.ts';
import { publicSite } from './public-site.ts';
import { runCheck } from './run-check.ts';

const first = makeDraw({ tickets: 3, beacon: true });
const target = makeDraw({ tickets: 11, beacon: true, previousSeal: first.seal });
const trusted = makeDraw({ tickets: 5, beacon: false, previousSeal: target.seal });
const saved = { receipt: target.receipts[1]!, proof: target.proof };

let site: PublishedSite;
const fetchOf = globalThis.fetch;
const server = await serve({
  get draws() {
    return site.draws;
  },
  get rulesDocument() {
    return site.rulesDocument;
  },
  get operatorKeys() {
    return site.operatorKeys;
  },
});
afterAll(() => server.stop());

beforeEach(() => {
  site = publish([first, target, trusted]);
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetchOf(server.url + path, init));
});
afterEach(() => vi.unstubAllGlobals());

function goOffline() {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
}

type Subject = CheckRequest extends infer R ? (R extends unknown ? Omit<R, 'knownSeals'> : never) : never;

async function check(subject: Subject, knownSeals: KnownSeals = {}) {
  const messages: CheckMessage[] = [];
  const tell = (message: CheckMessage) => messages.push(structuredClone(message));
  await runCheck({ ...subject, knownSeals } as CheckRequest, { site: publicSite, chains: [ownChain], tell });
  const steps = messages.flatMap((message) => (message.kind === 'step' ? [message.step] : []));
  return {
    kinds: messages.map(({ kind }) => kind),
    last: messages.at(-1)!,
    find: <K extends CheckMessage['kind']>(kind: K) =>
      messages.find((message): message is Extract<CheckMessage, { kind: K }> => message.kind === kind),
    steps,
    failures: steps.filter(({ state }) => state === 'failed').map(({ name, code }) => `${name}: ${code}`),
    states: Object.fromEntries(steps.map(({ name, state, code }) => [name, `${state} ${code}`])),
  };
}

const draw = ({ drawId }: MadeDraw) => ({ subject: 'draw', drawId }) as const;
const receipt = (document: unknown) => ({ subject: 'receipt', document }) as const;
const hashOf = ({ seal }: MadeDraw) => toHex(sealHash(seal));

describe('an honest site', () => {
  it.each([
    ['with a beacon', target, 11],
    ['without one', trusted, 5],
  ])('proves a draw %s', async (_, made, tickets) => {
    const { steps, last, find } = await check(draw(made));
    expect(steps.filter(({ state }) => state !== 'passed')).toEqual([]);
    expect(steps).toHaveLength(14);
    expect(find('draw')!.draw).toMatchObject({ tickets, operatorTrusted: made === trusted, sealHash: hashOf(made) });
    expect(last).toEqual({ kind: 'done' });
  });

  it('proves a receipt from a file with its proof, without it, saved before the seal, and from an address', async () => {
    const { hash } = new URL(receiptPath(saved.receipt), 'http://localhost');
    expect(readReceiptLink(hash)).not.toBeNull();
    const early = {
      receipt: { ...saved.receipt, index: null, path: null },
      proof: { ...saved.proof, seal: null, sealSignature: null, seed: null, result: null },
    };
    const given: Subject[] = [receipt(saved), receipt(saved.receipt), receipt(early), { subject: 'link', hash }];
    for (const subject of given) {
      const { steps, find } = await check(subject);
      expect(steps.filter(({ state }) => state !== 'passed')).toEqual([]);
      expect(find('ticket')!.ticket).toMatchObject({ name: 'IziOne', stake: 100, selectedNumbers: ['4'] });
      expect(find('place')!.place).toMatchObject({ index: saved.receipt.index, size: 11 });
    }
  });

  it('reports the seals to keep, including the previous one', async () => {
    const { find } = await check(draw(target));
    expect(find('seals')!.seals).toEqual({ [target.drawId]: hashOf(target), [first.drawId]: hashOf(first) });
  });
});

describe('an operator that changed its key', () => {
  const next = laterKey('next key');
  const after = makeDraw({ tickets: 2, beacon: true, previousSeal: target.seal, operator: next.secret });
  const keys = [firstKey, announceKey(next, { announcedAt: target.record.opensAt, seal: first.seal })];
  const publishChanged = (operatorKeys: PublishedSite['operatorKeys']) => ({
    ...publish([first, target, after]),
    operatorKeys,
  });

  it('proves draws on both sides, and keeps the seal before the change', async () => {
    site = publishChanged(keys);
    for (const made of [target, after]) {
      const { steps, states, find } = await check(draw(made));
      expect(steps.filter(({ state }) => state !== 'passed')).toEqual([]);
      expect(states.operator).toBe('passed ok');
      expect(Object.keys(find('seals')!.seals)).toHaveLength(2);
    }
  });

  it.each<[string, PublishedSite['operatorKeys'], string[]]>([
    ['withheld', null, ['published: withheld']],
    ['missing', [firstKey], ['operator: operator_key_changed']],
    ['forged', [firstKey, { ...keys[1]!, formerSignature: keys[1]!.signature }], ['operator: key_change_wrong']],
    [
      'a stranger’s',
      [firstKey, announceKey(next, { announcedAt: 0, former: { secret: laterKey('x').secret, key: operatorKey } })],
      ['operator: key_change_wrong'],
    ],
  ])('is refuted where the announcement is %s', async (_, operatorKeys, failures) => {
    site = publishChanged(operatorKeys);
    expect((await check(draw(after))).failures).toEqual(failures);
  });

  it('proves a receipt that the next key signed, also from a file and without the site', async () => {
    site = publishChanged(keys);
    const leaf = Buffer.from(saved.receipt.leaf, 'hex');
    const message = receiptMessage(drawHash(Buffer.from(target.proof.draw, 'hex')), leaf);
    const signedLater = { ...saved.receipt, signature: signAsOperator(message, next.secret) };
    const file = { ...saved, receipt: signedLater, operatorKeys: { data: keys } };
    expect((await check(receipt(signedLater))).failures).toEqual([]);
    goOffline();
    expect((await check(receipt(file))).states['receipt-signature']).toBe('passed ok');
    expect((await check(receipt({ ...file, operatorKeys: { data: [firstKey] } }))).failures).toContain(
      'receipt-signature: receipt_signature_wrong',
    );
  });
});

describe('two different seals of one draw', () => {
  it('are detected by the seals of earlier visits', async () => {
    expect((await check(draw(target), { [target.drawId]: hashOf(target) })).states.seen).toBe('passed seen_before');
    for (const made of [target, first]) {
      const { failures } = await check(draw(target), { [made.drawId]: 'ab'.repeat(32) });
      expect(failures).toEqual(['seen: seal_two_views']);
    }
  });

  it('are detected by the saved file', async () => {
    const again = makeDraw({ tickets: 12, beacon: true, previousSeal: first.seal, drawId: target.drawId });
    site = publish([first, again]);
    expect((await check(receipt(saved))).failures).toContain('saved: saved_differs');
  });

  it('are not assumed from a seal that the operator never signed', async () => {
    site.draws[1]!.proof.sealSignature = site.draws[0]!.proof.sealSignature;
    const { failures, find } = await check(draw(target));
    expect(failures).toEqual(['seal-signature: seal_signature_wrong']);
    expect(find('seals')).toBeUndefined();
  });
});

describe('data that the site does not give', () => {
  it('is reported as withheld if the site says that it has no such draw', async () => {
    site.draws.splice(1, 1);
    expect((await check(draw(target))).failures).toEqual(['published: withheld']);
    const { failures, states } = await check(receipt(saved));
    expect(failures).toEqual(['published: withheld']);
    expect(states).toMatchObject({ inclusion: 'passed ok', result: 'passed ok', saved: 'skipped not_checked' });
  });

  it('is reported as malformed when its proof cannot be read', async () => {
    site.draws[1]!.proof.commitment = 'none';
    expect((await check(draw(target))).failures).toEqual(['published: malformed']);
  });

  it('leaves nothing to check offline, except with a file', async () => {
    goOffline();
    expect((await check(draw(target))).last).toEqual({ kind: 'failed', failure: { kind: 'FETCH_ERROR' } });
    const { kinds, failures, states } = await check(receipt(saved));
    expect(kinds).toContain('offline');
    expect(failures).toEqual([]);
    expect(states).toMatchObject({
      inclusion: 'passed ok',
      outcome: expect.stringMatching(/won|lost/) as string,
      beacon: 'passed ok',
      result: 'passed ok',
      leaves: 'skipped not_checked',
    });
  });

  it('is not called a lie if a proxy answers instead of the site', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>Welcome to this network', { status: 200 })));
    const { last } = await check(draw(target));
    expect(last).toMatchObject({ kind: 'failed', failure: { kind: 'PARSING_ERROR', originalStatus: 200 } });
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'overloaded' }, { status: 503 })));
    expect((await check(draw(target))).last).toMatchObject({ kind: 'failed', failure: { status: 503 } });
  });
});

describe('a draw that was called off after its seal', () => {
  const callOff = (index: number) => {
    const { proof, shown } = site.draws[index]!;
    Object.assign(shown, { result: null, status: 'void' });
    proof.result = null;
    return proof;
  };

  it('is a lie if its beacon value exists, and says what should have been drawn', async () => {
    callOff(1);
    const { failures, steps, find } = await check(draw(target));
    expect(failures).toEqual(['result: void_though_drawable']);
    expect(steps.find(({ name }) => name === 'result')!.sentence).toContain(target.proof.result!.join(' '));
    expect(find('draw')!.draw.isVoid).toBe(true);
  });

  it('is a lie without a beacon', async () => {
    callOff(2).seed = null;
    expect((await check(draw(trusted))).failures).toEqual(['result: void_after_seal']);
  });

  it('is neither proved nor refuted without its beacon value: this page cannot ask the beacon', async () => {
    callOff(1).beacon.signature = null;
    const { failures, states } = await check(draw(target));
    expect(failures).toEqual([]);
    expect(states).toMatchObject({ beacon: 'skipped beacon_not_asked', result: 'skipped void' });
  });
});

it.each([
  ['nothing', receipt(null)],
  ['something else', receipt({ hello: 'world' })],
  ['a ticket that names no draw', receipt({ ...saved.receipt, ticket: '00'.repeat(96) })],
  ['half an address', { subject: 'link', hash: '#abc' } as const],
])('%s is not a receipt', async (_, subject) => {
  const { last } = await check(subject);
  expect(last.kind).toBe('unreadable');
});

it('reads no more leaves than the seal names', async () => {
  site.draws[1]!.leaves = new Uint8Array(4 * 2 ** 20);
  expect((await check(draw(target))).failures).toContain('leaves: leaf_duplicated');
});
