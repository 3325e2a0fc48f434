import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** A file, an import in it, and a part of the linter's message; null where the import is allowed. */
const cases: readonly (readonly [file: string, statement: string, message: string | null])[] = [
  ['domain/ticket.ts', "import './money.ts'", null],
  ['domain/fair-draw/merkle.ts', "import '@noble/hashes/sha2.js'", null],
  ['domain/fair-draw/stream.ts', "import '#domain/money.ts'", null],
  ['contract/bets.ts', "import '#domain/ticket.ts'", null],
  ['contract/wallet.ts', "import 'valibot'", null],
  ['database/connect.ts', "import 'node:fs/promises'", null],
  ['database/query.ts', "import '#domain/money.ts'", null],
  ['server/tickets/intake.ts', "import '#server/ledger/wallet.ts'", null],
  ['server/tickets/write-batch.ts', "import '#server/secrets.ts'", null],
  ['server/payments/sandbox/party.ts', "import '#server/payments/provider.ts'", null],
  ['server/web.ts', "import './payments/routes.ts'", null],
  ['server/worker.ts', "import './operator-work/watch.ts'", null],
  ['server/operator/access/operators.ts', "import '#server/operator-work/about.ts'", null],
  ['deploy/cluster/sites.ts', "import '#server/secrets.ts'", null],
  ['second-opinion/source.ts', "import 'pg'", null],
  ['second-opinion/beacon.ts', "import '@noble/curves/bls12-381.js'", null],
  ['second-opinion/run.ts', "import './watch.ts'", null],
  ['ui/Button.tsx', "import './Icon.tsx'", null],
  ['ui/toasts.ts', "import 'zustand'", null],
  ['web/play/Amount.tsx', "import '#ui/TextInput.tsx'", null],
  ['web/play/Play.tsx', "import '#web/basket/basket.ts'", null],
  ['web/play/Hero.tsx', "import type { Name } from '#contract/draws.ts'", null],
  ['web/play/Pad.tsx', "import '#contract/calls/draws.ts'", null],
  ['web/routes.tsx', "import('./play/Play.tsx')", null],
  ['console/draws/Draws.tsx', "import '#console/kit/Table.tsx'", null],
  ['console/api/call.ts', "import type { Name } from '#contract/operator/endpoints.ts'", null],
  ['console/api/state.ts', "import '#contract/calls/operator/access.ts'", null],
  ['scripts/verify.ts', "import '#domain/ticket.ts'", null],
  ['server/tickets/intake.test.ts', "import '#tests/support/database/database.ts'", null],

  ['domain/a.ts', "import '#contract/bets.ts'", 'domain may import @noble'],
  ['domain/b.ts', "import 'node:crypto'", 'nothing of Node'],
  ['domain/c.ts', "import 'valibot'", 'domain may import @noble'],
  ['domain/d.ts', "import type { Name } from '#server/web.ts'", 'domain may import @noble'],
  ['contract/a.ts', "import '#server/web.ts'", 'contract may import domain'],
  ['database/a.ts', "import '#domain/ticket.ts'", 'database may import'],
  ['second-opinion/a.ts', "import '#domain/outcome.ts'", 'second-opinion may import'],
  ['second-opinion/b.ts', "import type { Database } from '#database/connect.ts'", 'second-opinion may import'],
  ['second-opinion/c.ts', "import '../domain/outcome.ts'", 'second-opinion may import'],
  ['second-opinion/d.ts', "import '@noble/hashes/sha2.js'", 'second-opinion may import'],
  ['server/draws/a.ts', "import '#second-opinion/result.ts'", 'server may import'],
  ['ui/a.tsx', "import '#domain/money.ts'", 'ui may import contract/webauthn.ts, react'],
  ['ui/b.tsx', "import '#web/values/Money.tsx'", 'ui may import contract/webauthn.ts, react'],
  ['ui/c.tsx', "import '@tanstack/react-query'", 'ui may import contract/webauthn.ts, react'],
  ['server/http/b.ts', "import '#ui/Button.tsx'", 'server may import'],
  ['web/play/a.tsx', "import '#server/config.ts'", 'web may import'],
  ['web/play/b.tsx', "import('#database/connect.ts')", 'web may import'],
  ['web/play/g.tsx', "import { name } from '#contract/draws.ts'", 'may import the types'],
  ['web/play/c.tsx', "import '../../domain/ticket.ts'", 'by its room'],
  ['web/play/d.tsx', "import '../basket/basket.ts'", 'by its room'],
  ['web/play/e.tsx', "import '#web/play/Slots.tsx'", 'by ./'],
  ['web/play/f.tsx', "import '#web/results/Results.tsx'", 'down the ladder'],
  ['web/basket/a.tsx', "import '#web/layout/Header.tsx'", 'down the ladder'],
  ['web/basket/b.tsx', "import '#web/routes.tsx'", 'composes the rest'],
  ['console/draws/a.tsx', "import '#console/players/Players.tsx'", 'down the ladder'],
  ['console/draws/b.tsx', "import '#web/values/Money.tsx'", 'console may import'],
  ['console/api/b.ts', "import { name } from '#contract/operator/access.ts'", 'may import the types'],
  ['console/kit/a.tsx', "import '#console/frame/Frame.tsx'", 'down the ladder'],
  ['web/play/h.tsx', "import '#console/kit/Table.tsx'", 'web may import'],
  ['server/ledger/a.ts', "import '#server/tickets/intake.ts'", 'down the ladder'],
  ['server/ledger/b.ts', "export * from '#server/tickets/intake.ts'", 'down the ladder'],
  ['server/ledger/c.ts', "import '#server/messages/enqueue.ts'", 'down the ladder'],
  ['server/ledger/deeper/d.ts', "import '#server/tickets/intake.ts'", 'down the ladder'],
  ['server/operator-work/a.ts', "import '#server/operator/access/operators.ts'", 'down the ladder'],
  ['server/tickets/b.ts', "import '#server/services.ts'", 'composes the rest'],
  ['deploy/cluster/a.ts', "import '#bench/main.ts'", 'deploy may import'],
  ['server/secrets.ts', "import './http/refusal.ts'", 'imports none'],
  ['server/tickets/a.ts', "import '#server/config.ts'", 'composes the rest'],
  ['server/novelty/new.ts', "import '#server/http/refusal.ts'", 'no place on the ladder'],
  ['server/http/a.ts', "import '#tests/support/database/database.ts'", 'server may import'],
  ['scripts/a.ts', "import '#bench/main.ts'", 'scripts may import'],
  ['domain/circle-a.ts', "import type { B } from './circle-b.ts'", 'cycle'],
  ['domain/circle-b.ts', "import type { A } from './circle-a.ts'", 'cycle'],
];

let folder: string;
let said: ReadonlyMap<string, string>;

/** Lints a project that holds only these files, with this project's rules. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rooms-'));
  for (const file of ['oxlint.config.ts', 'scripts/rooms.ts', '.gitignore', 'package.json']) {
    await cp(join(root, file), join(folder, file), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [file, statement] of cases) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${statement};\nexport type A = string;\nexport type B = string;\n`);
  }
  const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const failing = promisify(execFile)(process.execPath, [oxlint, '--format', 'json', ...cases.map(([file]) => file)], {
    cwd: folder,
  });
  const { stdout } = await failing.catch((error: { stdout: string }) => error);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; message: string; help?: string; code: string }[];
  };
  const rules = diagnostics.filter(({ code }) => /no-restricted-imports|no-cycle/.test(code));
  said = new Map(rules.map(({ filename, message, help }) => [filename, `${message} ${help}`]));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(cases)('%s: %s: %s', (file, _statement, message) => {
  if (message === null) expect(said.get(file)).toBeUndefined();
  else expect(said.get(file)).toContain(message);
});
