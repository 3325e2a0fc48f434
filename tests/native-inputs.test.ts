import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '../web');

it('no field of the players’ app is a browser’s own for days or times, which has the browser’s language', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const native = files.filter((file) =>
    /type="(date|time|datetime-local)"/.test(readFileSync(join(web, file), 'utf8')),
  );
  // There it is hidden: only its calendar opens, from a button.
  expect(native).toEqual(['values/DateField.tsx']);
});
