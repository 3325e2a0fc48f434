import { expect, test } from 'vitest';
import { findChangedTests } from './changed-tests.js';

const all = findChangedTests(['package.json']).gate;

/** Each stands for many others of its kind. */
const kinds = {
  pure: 'domain/outcome.test.ts',
  database: 'server/ledger/statement.test.ts',
  screen: 'web/wallet/amount.test.ts',
  'its journey': 'tests/journeys/money.test.ts',
  'another journey': 'tests/journeys/my-bets.test.ts',
  'each page': 'tests/journeys/every-page.test.ts',
  'in French': 'tests/journeys/french.test.ts',
  console: 'tests/console/players.test.ts',
  'another of the console': 'tests/console/sign-in.test.ts',
  words: 'tests/languages.test.ts',
  docs: 'tests/docs.test.ts',
} as const;
type Kind = keyof typeof kinds;

test.each<[string, readonly Kind[]]>([
  ['web/wallet/Wallet.tsx', ['its journey', 'each page']],
  ['web/wallet/Wallet.module.css', ['its journey', 'each page']],
  ['web/wallet/amount.ts', ['screen', 'its journey', 'each page']],
  ['web/words/fr/wallet.ts', ['screen', 'its journey', 'each page', 'in French', 'words']],
  ['web/layout/Layout.tsx', ['its journey', 'another journey', 'each page', 'in French']],
  ['console/players/Player.tsx', ['console']],
  ['console/App.tsx', ['console', 'another of the console']],
  [
    'database/functions/money/ledger.sql',
    ['database', 'its journey', 'another journey', 'each page', 'in French', 'console', 'another of the console'],
  ],
  [
    'scripts/build-web/chunks.ts',
    ['its journey', 'another journey', 'each page', 'in French', 'console', 'another of the console'],
  ],
  ['docs/speed.md', ['docs']],
  ['vitest.config.ts', Object.keys(kinds) as Kind[]],
])('a change of %s runs the tests that it can affect, and no others', (file, expected) => {
  const found = findChangedTests([file]).gate;
  expect((Object.keys(kinds) as Kind[]).filter((kind) => found.includes(kinds[kind]))).toEqual(expected);
});

test('a test of the long run is not in the gate, and is named beside it', () => {
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter((file) => file.includes('.long.'))).toEqual([]);
  expect(findChangedTests(['web/wallet/Wallet.tsx']).long).toEqual(['tests/journeys/marked.long.test.ts']);
  const { gate, long } = findChangedTests(['tests/faults/settle.ts']);
  expect([gate, long]).toEqual([['tests/faults/settle.test.ts'], ['tests/faults/settle.long.test.ts']]);
});
