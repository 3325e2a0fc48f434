import { expect, test } from 'vitest';
import {
  announceKey,
  bytesNamed,
  firstKey,
  laterKey,
  makeDraw,
  operatorKey,
  ownChain,
  rulesDocument,
  signAsOperator,
} from '#tests/support/draws/fair-draw.ts';
import { toHex } from './bytes.ts';
import { decodeKeyChange, encodeKeyChange, followKeys, keysFrom, readOperatorKeys } from './operator-keys.ts';
import { readProof, readReceipt, readSavedReceipt } from './proof.ts';
import { receiptMessage } from './signatures.ts';
import { drawHash } from './draw-record.ts';
import { verifyDraw, type DrawCheck } from './verify-draw.ts';
import { verifyReceipt } from './verify-receipt.ts';

const [second, third] = [laterKey('second key'), laterKey('third key')];
const drawsAt = 1_763_000_000_000;
const first = makeDraw({ tickets: 2, beacon: true, drawsAt });
/** Its sales opened before the change, so the key of its commitment signs all of it. */
const across = makeDraw({ tickets: 3, beacon: true, drawsAt: drawsAt + 300_000, previousSeal: first.seal });
const announcedAt = across.record.opensAt;
const after = makeDraw({
  tickets: 3,
  beacon: true,
  drawsAt: drawsAt + 600_000,
  previousSeal: across.seal,
  operator: second.secret,
});
const change = announceKey(second, { announcedAt, seal: first.seal });
const list = (...data: object[]) => readOperatorKeys({ data });
const both = list(firstKey, change);

test('an announcement has these bytes', () => {
  const [former, next, sealHash] = [bytesNamed('former'), bytesNamed('next'), bytesNamed('seal')];
  const record = encodeKeyChange({ former, next, announcedAt: 0x0102030405, sealHash });
  expect(toHex(record)).toBe(
    `${Buffer.from('izi.opkey.v1').toString('hex')}00000000${toHex(former)}${toHex(next)}0000000102030405${toHex(sealHash)}`,
  );
  expect(decodeKeyChange(record)).toEqual({ former, next, announcedAt: 0x0102030405, sealHash });
});

test('keys are followed from the first to the last', () => {
  const listed = list(firstKey, change, announceKey(third, { announcedAt: announcedAt + 1, former: second }));
  expect(followKeys(listed)).toMatchObject({ keys: [operatorKey, second.key, third.key] });
  expect(keysFrom(second.key, listed)).toEqual([second.key, third.key]);
  expect(keysFrom(bytesNamed('another key'), listed)).toEqual([bytesNamed('another key')]);
});

test.each<[string, object[], RegExp]>([
  ['is missing', [firstKey, { ...change, announcement: null }], /Nothing announces/],
  ['is signed by another key', [firstKey, { ...change, formerSignature: change.signature }], /did not sign that/],
  [
    'is not signed by its own key',
    [firstKey, { ...change, signature: change.formerSignature }],
    /its own announcement/,
  ],
  [
    'is signed by a forger in the place of the former key',
    [firstKey, { ...announceKey(second, { announcedAt, former: { key: operatorKey, secret: third.secret } }) }],
    /did not sign that/,
  ],
  ['names another former key', [firstKey, announceKey(second, { announcedAt, former: third })], /other keys/],
  ['is changed', [firstKey, { ...change, announcement: `${change.announcement.slice(0, -2)}00` }], /did not sign that/],
  ['comes first', [change], /follows a key that is not listed/],
  [
    'brings a key back',
    [
      firstKey,
      change,
      announceKey({ secret: bytesNamed('operator'), key: operatorKey }, { announcedAt, former: second }),
    ],
    /listed twice/,
  ],
  [
    'is older than the one before',
    [firstKey, change, announceKey(third, { announcedAt: announcedAt - 1, former: second })],
    /before the key/,
  ],
])('keys are not followed where an announcement %s', async (_, answer, sentence) => {
  const listed = list(...answer);
  expect(followKeys(listed)).toMatch(sentence);
  expect(keysFrom(operatorKey, listed)).toEqual([operatorKey]);
  const { code } = await checkKey(after, { operatorKeys: listed });
  expect(code).toBe('key_change_wrong');
});

/** The result of the check of a draw's key. */
async function checkKey(made: typeof after, known: Pick<DrawCheck, 'operatorKey' | 'operatorKeys'>) {
  const proof = readProof(made.proof);
  const steps = await verifyDraw({
    ...known,
    drawId: made.drawId,
    proof,
    chains: [ownChain],
    rulesDocument,
    leaves: made.leaves,
    previousSeal: made === across ? first.seal : across.seal,
  });
  return steps.find(({ name }) => name === 'operator') ?? { state: 'none', code: 'none' };
}

test.each<[string, Uint8Array | undefined]>([
  ['no key', undefined],
  ['the old key', operatorKey],
  ['the new key', second.key],
])('draws before and after a key change are proved when the checker knows %s', async (_, known) => {
  for (const made of [across, after]) {
    expect(await checkKey(made, { operatorKey: known, operatorKeys: both })).toMatchObject({ state: 'passed' });
  }
});

test('without an announcement the new key is unknown', async () => {
  for (const operatorKeys of [[], list(firstKey), undefined]) {
    expect((await checkKey(after, { operatorKey, operatorKeys })).code).toBe('operator_key_changed');
  }
  expect((await checkKey(after, { operatorKeys: list(firstKey) })).code).toBe('operator_key_changed');
  const strangers = list({ ...firstKey, key: toHex(third.key) }, announceKey(second, { announcedAt, former: third }));
  expect((await checkKey(after, { operatorKey, operatorKeys: strangers })).code).toBe('operator_key_changed');
});

test('a former key does not sign a draw whose sales open after the change', async () => {
  const late = list(firstKey, announceKey(second, { announcedAt: across.record.opensAt - 1 }));
  expect((await checkKey(across, { operatorKeys: late })).code).toBe('operator_key_retired');
});

test('a receipt is signed by the key of its draw or by a later key', () => {
  const [ticket] = across.receipts;
  const hash = drawHash(readProof(across.proof).draw);
  const message = receiptMessage(hash, Buffer.from(ticket!.leaf, 'hex'));
  const codeOf = (secret: Uint8Array | undefined, listed: typeof both) => {
    const receipt = readReceipt({ ...ticket, signature: signAsOperator(message, secret) });
    const { steps } = verifyReceipt(receipt, readProof(across.proof), across.leaves, listed);
    return steps.find(({ name }) => name === 'receipt-signature')!.code;
  };
  expect(codeOf(undefined, both)).toBe('ok');
  expect(codeOf(second.secret, both)).toBe('ok');
  expect(codeOf(second.secret, list(firstKey))).toBe('receipt_signature_wrong');
  expect(codeOf(second.secret, list(firstKey, { ...change, formerSignature: change.signature }))).toBe(
    'receipt_signature_wrong',
  );
  expect(codeOf(third.secret, both)).toBe('receipt_signature_wrong');
});

test('a key does not sign receipts of draws that came after it', () => {
  const [ticket] = after.receipts;
  const proof = readProof(after.proof);
  const message = receiptMessage(drawHash(proof.draw), Buffer.from(ticket!.leaf, 'hex'));
  const receipt = readReceipt({ ...ticket, signature: signAsOperator(message) });
  const { steps } = verifyReceipt(receipt, proof, after.leaves, both);
  expect(steps.find(({ name }) => name === 'receipt-signature')!.code).toBe('receipt_signature_wrong');
});

test('a saved receipt may contain the list of keys', () => {
  const saved = { receipt: across.receipts[0], proof: across.proof };
  expect(readSavedReceipt(saved).operatorKeys).toEqual([]);
  expect(readSavedReceipt({ ...saved, operatorKeys: { data: [firstKey, change] } }).operatorKeys).toEqual(both);
});
