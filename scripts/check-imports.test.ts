import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkImports, listImports, refuseImport } from './check-imports.js';

test.each([
  ['domain/ticket.ts', './money.ts'],
  ['domain/fair-draw/merkle.ts', '@noble/hashes/sha2.js'],
  ['contract/bets.ts', '#domain/ticket.ts'],
  ['contract/bets.ts', 'valibot'],
  ['database/connect.ts', 'node:fs/promises'],
  ['server/tickets/intake.ts', '../ledger/wallet.ts'],
  ['server/tickets/intake.ts', '#server/ledger/wallet.ts'],
  ['server/tickets/intake.ts', '../secrets.ts'],
  ['server/app.ts', './reconciliation/worker.ts'],
  ['web/play/Play.tsx', '../basket/basket.ts'],
  ['web/routes.tsx', './play/Play.tsx'],
])('%s may import %s', (file, specifier) => {
  expect(refuseImport(file, specifier)).toBeNull();
});

test.each([
  ['domain/ticket.ts', '#contract/bets.ts', 'does not import'],
  ['domain/ticket.ts', 'node:crypto', 'nothing of Node'],
  ['domain/ticket.ts', 'valibot', 'no package'],
  ['contract/bets.ts', '#server/app.ts', 'does not import'],
  ['database/connect.ts', '#domain/ticket.ts', 'does not import'],
  ['web/play/Play.tsx', '#server/config.ts', 'does not import'],
  ['web/play/Play.tsx', '#database/connect.ts', 'does not import'],
  ['web/play/Play.tsx', '../../domain/ticket.ts', 'by its name'],
  ['web/play/Play.tsx', '../results/Results.tsx', 'do not know each other'],
  ['web/ui/Button.tsx', '../api/client.ts', 'stands above'],
  ['web/ui/Button.tsx', '../routes.tsx', 'composes the rest'],
  ['server/ledger/wallet.ts', '../tickets/intake.ts', 'stands above'],
  ['server/ledger/wallet.ts', '#server/tickets/intake.ts', 'stands above'],
  ['server/ledger/wallet.ts', '../messages/send.ts', 'do not know each other'],
  ['server/secrets.ts', './http/refusal.ts', 'imports none'],
  ['server/tickets/intake.ts', '../config.ts', 'composes the rest'],
  ['server/novelty/new.ts', '../http/refusal.ts', 'no place on the ladder'],
  ['server/http/route.ts', '#tests/support/database.ts', 'only tests'],
])('%s may not import %s: %s', (file, specifier, reason) => {
  expect(refuseImport(file, specifier)).toContain(reason);
});

test('every way of importing is seen', () => {
  const source = `
    import './side-effect.ts';
    import type { A } from './a.ts';
    import {
      b,
      type C,
    } from "./b.ts";
    export { d } from './d.ts';
    export * from './e.ts';
    const f = await import('./f.ts');
  `;
  expect(listImports(source)).toEqual(['./side-effect.ts', './a.ts', './b.ts', './d.ts', './e.ts', './f.ts']);
});

test('the project keeps to its own rules', () => {
  expect(checkImports(join(import.meta.dirname, '..'))).toEqual([]);
});
