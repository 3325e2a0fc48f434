/**
 * Which room may import what, as the linter enforces it (`oxlint.config.ts`). docs/architecture.md has the same picture.
 *
 * This needs one way of writing an import: a neighbour or something below by `./`, everything else by its room, such as
 * `#server/ledger/wallet.ts`. A path with `../` is refused, so the text of an import shows which room it goes to.
 */

/** The rooms that a room may import besides itself. */
interface Room {
  readonly rooms: readonly string[];
  /** The packages it may use; all when absent. */
  readonly packages?: readonly string[];
  /** Globs of files whose types alone it may import: the browser downloads only the calls and the schemas of forms. */
  readonly typesOnly?: readonly string[];
  /** Whether it runs in Node only. */
  readonly node: boolean;
}

export const rooms: Readonly<Record<string, Room>> = {
  domain: { rooms: [], packages: ['@noble/curves', '@noble/hashes'], node: false },
  contract: { rooms: ['domain'], packages: ['valibot', 'libphonenumber-js'], node: false },
  database: { rooms: ['domain/money.ts'], packages: ['pg'], node: true },
  server: { rooms: ['database', 'contract', 'domain'], node: true },
  // It shares no code with the site that it judges, and is copied to another machine by itself.
  'second-opinion': { rooms: [], packages: ['@noble/curves', 'pg'], node: true },
  ui: { rooms: ['contract/webauthn.ts'], packages: ['react', 'zustand', 'wouter'], node: false },
  web: { rooms: ['ui', 'contract', 'domain'], typesOnly: ['#contract/*'], node: false },
  console: {
    rooms: ['ui', 'contract', 'domain'],
    // The table of rights says in the settings what one may do, in a file of its own.
    typesOnly: ['#contract/*', '#contract/operator/*', '!#contract/operator/rights.ts'],
    node: false,
  },
  scripts: {
    rooms: ['server', 'database', 'contract', 'domain', 'second-opinion', 'ui', 'web', 'console', 'tests'],
    node: true,
  },
  deploy: { rooms: ['server', 'scripts'], node: true },
  bench: {
    rooms: ['server', 'database', 'contract', 'domain', 'second-opinion', 'scripts', 'deploy', 'tests'],
    node: true,
  },
  tests: {
    rooms: ['server', 'database', 'contract', 'domain', 'second-opinion', 'ui', 'web', 'console', 'scripts', 'bench'],
    node: true,
  },
};

/**
 * In these rooms the folders stand on a ladder, lowest first. A folder imports from lower rungs only, and not from others
 * of its own rung. The files at the top of the room that compose the folders may import all of them; no file imports
 * those files. Every folder may import the other files at the top, and they import none.
 */
interface Ladder {
  readonly rungs: readonly (readonly string[])[];
  readonly composers: readonly string[];
}

export const ladders: Readonly<Record<string, Ladder>> = {
  server: {
    rungs: [
      ['background', 'keys', 'processes', 'tracing', 'words'],
      ['http'],
      ['ledger', 'messages'],
      ['identity'],
      ['play-limits', 'signed-acts', 'notices', 'client-stream', 'webhooks'],
      ['fair-draw'],
      ['draws'],
      ['tickets', 'exposure'],
      ['payments', 'figures'],
      ['operator-work', 'statements'],
      ['reconciliation', 'personal-data', 'operator', 'demo-month', 'care'],
      ['machines'],
    ],
    composers: [
      'config.ts',
      'console.ts',
      'demo.ts',
      'machine.ts',
      'main.ts',
      'open-adapter.ts',
      'prepare-database.ts',
      'services.ts',
      'site-process.ts',
      'web.ts',
      'worker.ts',
    ],
  },
  web: {
    rungs: [
      ['words', 'storage', 'clock'],
      ['theme', 'values'],
      ['tickets'],
      ['api'],
      ['basket'],
      ['attempts'],
      ['session'],
      ['layout', 'codes'],
      ['fairness'],
      ['stage', 'proof'],
      ['play', 'checkout', 'my-bets', 'results', 'wallet', 'history', 'profile', 'identity', 'about', 'figures'],
    ],
    composers: ['main.tsx', 'prerender.tsx', 'App.tsx', 'routes.tsx'],
  },
  console: {
    rungs: [
      ['words', 'clock'],
      ['values'],
      ['api'],
      ['kit'],
      ['frame'],
      // Sales are stopped, and caps changed, from a draw too, and it shows its exposure. A player's page has the care for them.
      ['stops', 'care', 'charts'],
      ['exposure'],
      [
        'sign-in',
        'draws',
        'timetable',
        'players',
        'documents',
        'payments',
        'money',
        'reports',
        'requests',
        'audit',
        'settings',
        'replay',
      ],
      // The inbox, whose items open beside it as on their own screens; the overview begins with it.
      ['inbox'],
      ['overview'],
    ],
    composers: ['main.tsx', 'App.tsx', 'routes.tsx'],
  },
};

/** A pattern of `no-restricted-imports`: globs as in .gitignore, or a regular expression. */
type Restriction = { readonly message: string; readonly allowTypeImports?: boolean } & (
  | { readonly group: string[] }
  | { readonly regex: string }
);

/** The imports that are forbidden to the files that match `files`. When several match a file, the last one applies. */
interface Restricted {
  readonly files: string[];
  readonly patterns: Restriction[];
}

const byName: Restriction = {
  regex: String.raw`^\.\.`,
  message: 'Import a neighbour by ./ and everything else by its room, such as #server/ledger/wallet.ts.',
};

/** Every rule on imports, from the general to the specific. */
export function listRestrictions(): Restricted[] {
  return [
    ...Object.keys(rooms).map((room) => ({ files: [`${room}/**`], patterns: restrictRoom(room) })),
    ...Object.entries(ladders).flatMap(([room, ladder]) => restrictLadder(room, ladder)),
    // A test belongs to no room and may import anything.
    { files: ['**/*.test.{ts,tsx}', '*.config.ts'], patterns: [byName] },
  ];
}

function restrictRoom(room: string): Restriction[] {
  const { rooms: allowed, packages, typesOnly, node } = rooms[room]!;
  const others = Object.keys(rooms).filter((other) => other !== room && !allowed.some((path) => isIn(other, path)));
  const noOther = {
    regex: `^#(${others.join('|')})/`,
    message: `${room} may import ${allowed.join(', ') || 'no other room'} (scripts/rooms.ts).`,
  };
  return [
    byName,
    ...(packages === undefined && others.length > 0 ? [noOther] : []),
    ...(typesOnly === undefined
      ? []
      : [
          {
            group: [...typesOnly],
            allowTypeImports: true,
            message: `${room} may import the types of this, and nothing else.`,
          },
        ]),
    ...(node ? [] : [{ regex: '^node:', message: `${room} runs in the browser too and imports nothing of Node.` }]),
    // Last: when a group allows an import, oxlint skips the patterns after it.
    ...(packages === undefined ? [] : [allowOnly(room, allowed, packages)]),
  ];
}

function isIn(room: string, path: string): boolean {
  return path === room || path.startsWith(`${room}/`);
}

function allowOnly(room: string, others: readonly string[], packages: readonly string[]): Restriction {
  const named = [room, ...others].map((path) => (path.includes('/') ? `#${path}` : `#${path}/**`));
  const allowed = ['./**', 'node:*', 'node:*/**', ...named, ...packages, ...packages.map((name) => `${name}/**`)];
  const message = `${room} may import ${[...others, ...packages].join(', ')} (scripts/rooms.ts).`;
  return { group: ['**', ...allowed.map((path) => `!${path}`)], message };
}

function restrictLadder(room: string, { rungs, composers }: Ladder): Restricted[] {
  const general = restrictRoom(room);
  const composed = `^#${room}/(${composers.map(quote).join('|')})$`;
  const noComposer = { regex: composed, message: 'Nothing imports what composes the rest.' };
  const free = { regex: String.raw`^(\./[^/]+/|#${room}/[^/]+/)`, message: 'A file for every folder imports none.' };
  const placeless = {
    group: ['**'],
    message: `This folder has no place on the ladder of ${room} yet (scripts/rooms.ts).`,
  };
  const folders = rungs.flatMap((rung, index) =>
    rung.flatMap((folder) => {
      const others = [...rung.filter((other) => other !== folder), ...rungs.slice(index + 1).flat()];
      const above = {
        regex: `^#${room}/(${others.join('|')})/`,
        message: `Imports go down the ladder of ${room} (scripts/rooms.ts).`,
      };
      const own = { regex: `^#${room}/${folder}/`, message: byName.message };
      const patterns = [...general, noComposer, ...(others.length > 0 ? [above] : [])];
      return [
        { files: [`${room}/${folder}/**`], patterns },
        { files: [`${room}/${folder}/*`], patterns: [...patterns, own] },
      ];
    }),
  );
  return [
    { files: [`${room}/*`], patterns: [...general, noComposer, free] },
    { files: composers.map((file) => `${room}/${file}`), patterns: general },
    { files: [`${room}/*/**`], patterns: [placeless] },
    ...folders,
  ];
}

function quote(text: string): string {
  return text.replaceAll('.', String.raw`\.`);
}
