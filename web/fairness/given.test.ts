import { expect, it } from 'vitest';
import { readReceiptFile, readReceiptText } from './given.ts';

it('reads a saved receipt', async () => {
  const document = { receipt: { ticket: 'ab' }, proof: {} };
  const text = JSON.stringify(document, null, 2);
  expect(readReceiptText(text)).toEqual({ document });
  expect(await readReceiptFile(new Blob([text]))).toEqual({ document });
});

it('names the problem with other input', async () => {
  expect(readReceiptText('Dear all,')).toEqual({ problem: 'notJson' });
  expect(readReceiptText('[' + '0,'.repeat(100_000))).toEqual({ problem: 'tooLarge' });
  expect(await readReceiptFile(new Blob(['x'.repeat(100_001)]))).toEqual({ problem: 'tooLarge' });
  const gone = { size: 10, text: () => Promise.reject(new DOMException('gone', 'NotReadableError')) };
  expect(await readReceiptFile(gone as unknown as Blob)).toEqual({ problem: 'fileFailed' });
});
