import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  [['a', 1, null, true], 'a,1,,true'],
  [['a,b', 'say "no"', 'two\nlines'], '"a,b","say ""no""","two\nlines"'],
  [['=1+1', '+225', '-1', '@cmd', '\tx'], `'=1+1,'+225,'-1,'@cmd,'\tx`],
  [['=HYPERLINK("x","y")'], `"'=HYPERLINK(""x"",""y"")"`],
  [['\r=1'], `"'\r=1"`],
  [['＝1'], `'＝1`],
  [[-61_000], '-61000'],
])('%j becomes %j', (fields, line) => {
  expect(csvLine(fields)).toBe(`${line}\r\n`);
});
