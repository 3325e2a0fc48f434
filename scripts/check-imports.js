// Holds every import to the house rules of docs/architecture.md. Part of `npm run lint`.
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What each room may import: other rooms (`room`, or `room/file` for one file only), and packages (all unless listed).
 * @type {Record<string, { rooms: string[], packages?: string[], node: boolean }>}
 */
const ROOMS = {
  domain: { rooms: [], packages: ['@noble/curves', '@noble/hashes'], node: false },
  contract: { rooms: ['domain'], packages: ['valibot', 'libphonenumber-js'], node: false },
  database: { rooms: ['domain/money.ts'], packages: ['pg'], node: true },
  server: { rooms: ['database', 'contract', 'domain'], node: true },
  web: { rooms: ['contract', 'domain'], node: false },
};

/**
 * In these rooms the folders stand on a ladder and import downwards only, those on one rung not each other. The files at
 * the top that compose them may import any; other files at the top may be imported by all and import no folder.
 * @type {Record<string, { rungs: string[][], composers: string[] }>}
 */
const LADDERS = {
  server: {
    rungs: [
      ['http'],
      ['ledger', 'messages'],
      ['identity'],
      ['play-limits'],
      ['draws'],
      ['tickets'],
      ['settlement'],
      ['payments'],
      ['reconciliation'],
      ['operator'],
    ],
    composers: ['app.ts', 'config.ts', 'demo.ts', 'main.ts'],
  },
  web: {
    rungs: [
      ['words', 'storage', 'clock'],
      ['theme'],
      ['ui'],
      ['api'],
      ['basket'],
      ['session'],
      ['layout', 'fairness', 'codes'],
      ['play', 'checkout', 'my-bets', 'results', 'wallet', 'history', 'profile', 'identity', 'about', 'verify'],
    ],
    composers: ['main.tsx', 'prerender.tsx', 'App.tsx', 'routes.tsx'],
  },
};

/**
 * The house rule an import breaks, or null.
 * @param {string} file the importing file, from the root of the project, such as `server/tickets/intake.ts`
 * @param {string} specifier what it imports, such as `#domain/ticket.ts`
 * @returns {string | null}
 */
export function refuseImport(file, specifier) {
  const room = file.split('/')[0] ?? '';
  const rules = ROOMS[room];
  if (rules === undefined) return null;
  if (specifier.startsWith('.')) return refuseInside(room, file, posix.join(file, '..', specifier));
  if (specifier.startsWith('#')) return refuseNamed(room, file, specifier.slice(1));
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    return rules.node ? null : `${room} runs in the browser too and imports nothing of Node`;
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const allowed = rules.packages?.includes(name) ?? true;
  return allowed ? null : `${room} imports no package ${name}`;
}

function refuseNamed(/** @type {string} */ room, /** @type {string} */ file, /** @type {string} */ target) {
  const targetRoom = target.split('/')[0] ?? '';
  if (targetRoom === room) return refuseInside(room, file, target);
  if (targetRoom === 'tests') return 'only tests import tests';
  const { rooms } = /** @type {{ rooms: string[] }} */ (ROOMS[room]);
  return rooms.includes(targetRoom) || rooms.includes(target) ? null : `${room} does not import ${target}`;
}

function refuseInside(/** @type {string} */ room, /** @type {string} */ file, /** @type {string} */ target) {
  if (!target.startsWith(`${room}/`)) return `another room is imported by its name: #${target}`;
  const ladder = LADDERS[room];
  if (ladder === undefined) return null;

  const [from, to] = [folderIn(room, file), folderIn(room, target)];
  if (from === null && ladder.composers.includes(file.slice(room.length + 1))) return null;
  if (to === null) {
    return ladder.composers.includes(target.slice(room.length + 1))
      ? `nothing imports ${target}, which composes the rest`
      : null;
  }
  if (from === null) return `${file} is there for every folder, so it imports none`;
  if (from === to) return null;
  const [fromRung, toRung] = [findRung(ladder.rungs, from), findRung(ladder.rungs, to)];
  if (fromRung < 0) return `${room}/${from} has no place on the ladder yet (scripts/check-imports.js)`;
  if (toRung < 0) return `${room}/${to} has no place on the ladder yet (scripts/check-imports.js)`;
  if (fromRung === toRung) return `${room}/${from} and ${room}/${to} do not know each other`;
  return toRung < fromRung ? null : `${room}/${to} stands above ${room}/${from}, and imports go downwards`;
}

/** The folder of a room that a file is in, or null for a file at the room's top. */
function folderIn(/** @type {string} */ room, /** @type {string} */ file) {
  const parts = file.slice(room.length + 1).split('/');
  return parts.length > 1 ? (parts[0] ?? null) : null;
}

function findRung(/** @type {string[][]} */ rungs, /** @type {string} */ folder) {
  return rungs.findIndex((rung) => rung.includes(folder));
}

/** Every specifier a source imports, exports from, or imports on demand. */
export function listImports(/** @type {string} */ source) {
  const pattern =
    /(?:^|[;}\n])\s*(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g;
  return [...source.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '');
}

/** @returns {string[]} one line for each import of the project that breaks a rule */
export function checkImports(/** @type {string} */ root) {
  return Object.keys(ROOMS)
    .flatMap((room) => listSources(root, room))
    .flatMap((file) =>
      listImports(readFileSync(join(root, file), 'utf8')).flatMap((specifier) => {
        const refusal = refuseImport(file, specifier);
        return refusal === null ? [] : [`${file}: '${specifier}': ${refusal}`];
      }),
    );
}

/** The room's own sources. Its tests may import anything: they belong to no room. */
function listSources(/** @type {string} */ root, /** @type {string} */ room) {
  return readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkImports(join(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
