import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('an error is logged with its cause, without the database driver’s extra fields', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const cause = Object.assign(new TypeError('inner'), { code: '23505', constraint: 'client_phone_once' });
  const error = Object.assign(new Error('outer', { cause }), {
    detail: 'Key (phone)=(+2250712345678) already exists.',
    client: { secretKey: 42 },
  });
  log.error({ err: error }, 'failed');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'failed',
    err: {
      type: 'Error',
      message: 'outer',
      stack: expect.stringContaining('log.test.ts'),
      cause: { type: 'TypeError', message: 'inner', code: '23505', constraint: 'client_phone_once' },
    },
  });
  expect(lines[0]).not.toMatch(/secretKey|0712345678/);
});
