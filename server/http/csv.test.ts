import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { csvLine } from './csv.ts';

const cell = (text: string) => csvLine([text]).slice(1, -3);

test.each([
  [['a', 1, null, true], '"a",1,,true'],
  [['a,b', 'say "no"', 'two\nlines'], '"a,b","say ""no""","two\nlines"'],
  [['=1+1', '+225', '-1', '@cmd', '\tx'], `"'=1+1","'+225","'-1","'@cmd","\tx"`],
  [['=HYPERLINK("x","y")'], `"'=HYPERLINK(""x"",""y"")"`],
  [['\r=1', ' \u00a0=1'], `"\r'=1"," \u00a0'=1"`],
  [['＝1', '﹣1', '⁺1', '−1'], `"'＝1","'﹣1","'⁺1","'−1"`],
  // Where a semicolon, a tab or a line break ends a cell, whatever is quoted.
  [['A;=1+1;B'], `"A;'=1+1;B"`],
  [['A; \u200b=1', 'A；＝1', 'A\t+1', 'A\r\n@x\n-1'], `"A; \u200b'=1","A；'＝1","A\t'+1","A\r\n'@x\n'-1"`],
  [['a=b', 'a-b', 'x; y'], `"a=b","a-b","x; y"`],
  [['Awa \u202eénoK\u2069\u200f'], '"Awa énoK"'],
  [['\u202e=1'], `"'=1"`],
  [[-61_000], '-61000'],
])('%j becomes %j', (fields, line) => {
  expect(csvLine(fields)).toBe(`${line}\r\n`);
});

test('each Unicode form of a formula or separator character is treated as that character', () => {
  const missed: string[] = [];
  for (let code = 0; code < 0x110000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const char = String.fromCodePoint(code);
    const plain = char.normalize('NFKC');
    if (/^[=+\-@]/.test(plain) && cell(`${char}1`) !== `'${char}1`) missed.push(code.toString(16));
    if (/[;\t\r\n]/.test(plain) && cell(`a${char}=1`) !== `a${char}'=1`) missed.push(code.toString(16));
    // An invisible character cannot hide a formula.
    const hides = /^[\p{Zs}\p{Default_Ignorable_Code_Point}\u200e\u200f]$/u.test(char) && code < 0x3001;
    if (hides && !/^'?[^']?'?=1$/.test(cell(`${char}=1`))) missed.push(code.toString(16));
  }
  expect(missed).toEqual([]);
});

describe('the file that the database writes', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('has the same fields', async () => {
    const heads = ['', 'a', 'A;', 'A\t', 'A\n', 'A\r\n', ' ', '\u00a0', '\u200b', '\u202e', '；', '"', 'é,'];
    const tails = ['', '=1', '+225', '-1', '@x', '＝1', '﹣1', '⁺1', '−1', 'Koné', '"=1"', ' =1', "'=1", '\u2067=1'];
    const texts = heads.flatMap((head) => tails.flatMap((tail) => [head + tail, head + tail + head + tail]));
    const rows = await database.owner.query<{ field: string }>(
      `select console.csv_field(t) as field from unnest($1::text[]) with ordinality as u (t, n) order by n`,
      [texts],
    );
    expect(rows.map(({ field }) => field)).toEqual(texts.map((text) => `"${cell(text)}"`));
  });
});
