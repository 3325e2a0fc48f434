import { expect, test } from 'vitest';
import { readHead, readLine, splitCells, WrongLine, type StatementLine } from './read-line.ts';

const columns = { at: 'time', amount: 'amount', theirRef: 'ref' };
const day = { from: new Date('2026-11-20T00:00:00Z'), until: new Date('2026-11-21T00:00:00Z') };

/** Reads one line of these cells by column. */
function read(cells: Readonly<Record<string, string>>, more: object = {}, offset = '+00:00'): StatementLine {
  const all: Record<string, string> = { time: '2026-11-20 10:00', amount: '1000', ref: 'r', ...cells };
  const head = readHead(Object.keys(all).join(';'), { columns: { ...columns, ...more } });
  return readLine(Object.values(all).join(';'), 2, head, { offset }, day);
}

test.each([
  ['a,b', ',', ['a', 'b']],
  ['a,,', ',', ['a', '', '']],
  ['"a,b","c ""d"""', ',', ['a,b', 'c "d"']],
  ['"";x', ';', ['', 'x']],
  ['"a"b,c', ',', null],
  ['a"b,c', ',', null],
  ['"a', ',', null],
  ['"a""', ',', null],
])('the cells of %s', (text, separator, cells) => {
  expect(splitCells(text, separator)).toEqual(cells);
});

test('the separator is the one that makes the most cells', () => {
  expect(readHead('ref\ttime\tamount', { columns })).toMatchObject({ separator: '\t', width: 3 });
  expect(readHead('"ref, theirs";time;amount', { columns: { ...columns, theirRef: 'ref, theirs' } })).toEqual({
    separator: ';',
    width: 3,
    places: { at: 1, amount: 2, theirRef: 0 },
  });
  for (const head of ['time', 'time,amount', 'time,amount,ref,ref']) {
    expect(() => readHead(head, { columns })).toThrow(WrongLine);
  }
});

test.each([
  ['1000', 1_000, 1_000],
  ['1000.00', 1_000, 1_000],
  ['1,000', 1_000, 1_000],
  ['1 000 000', 1_000_000, 1_000_000],
  ['1 000,00', 1_000, 1_000],
  ['-1000', 1_000, -1_000],
  ['−1 000', 1_000, -1_000],
])('the amount %s', (text, amount, moved) => {
  expect(read({ amount: text })).toMatchObject({ amount, moved, kind: moved < 0 ? 'payout' : 'deposit' });
});

test.each(['', '10.5', '1,00,000', '1e3', '0x10', '1000 XOF', '=1000', '--1', '9'.repeat(16)])(
  'the amount %s is refused',
  (text) => {
    expect(() => read({ amount: text })).toThrow('line 2: amount');
  },
);

test.each([
  ['2026-11-20 10:00', '2026-11-20T10:00:00.000Z'],
  ['2026-11-20T10:00:30.123456Z', '2026-11-20T10:00:30.123Z'],
  ['2026-11-20 10:00:30 +0100', '2026-11-20T09:00:30.000Z'],
  ['20/11/2026 10:00', '2026-11-20T10:00:00.000Z'],
  ['20-11-2026 10:00:30', '2026-11-20T10:00:30.000Z'],
])('the time %s', (text, at) => {
  expect(read({ time: text }).at).toBe(at);
});

test('a time without a zone is of the zone that was chosen', () => {
  expect(read({ time: '2026-11-20 10:00' }, {}, '+01:00').at).toBe('2026-11-20T09:00:00.000Z');
});

test.each(['', '2026-11-31 10:00', '11/20/2026 10:00', '2026-11-20', '2026-11-20 25:00', 'yesterday'])(
  'the time %s is refused',
  (text) => {
    expect(() => read({ time: text })).toThrow('line 2: time');
  },
);

test('what a line moves follows from its type and its status', () => {
  const more = { kind: 'type', status: 'status', fee: 'fee', phone: 'phone' };
  const line = (type: string, status = 'SUCCESS') =>
    read({ type, status, fee: '-15', phone: '+225 07 00 00 00 42' }, more);
  expect(line('Dépôt')).toMatchObject({ kind: 'deposit', moved: 1_000, fee: 15, phone_end: '42' });
  expect(line('api_payout')).toMatchObject({ kind: 'payout', moved: -1_000 });
  expect(line('Remboursement')).toMatchObject({ kind: 'refund', moved: -1_000 });
  expect(line('api_payout_reversal')).toMatchObject({ kind: 'reversal', moved: 1_000 });
  expect(line('PAYOUT', 'Échoué')).toMatchObject({ status: 'failed', moved: 0 });
  expect(line('PAYOUT', 'EN COURS')).toMatchObject({ status: 'pending', moved: 0 });
  // Words that nobody has listed agree with nothing, and names of objects are no words.
  expect(line('lottery', 'toString')).toMatchObject({ kind: 'other', status: 'other' });
});
