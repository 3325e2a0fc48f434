import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAst } from 'vite';

const root = join(import.meta.dirname, '../../..');

export interface Pattern {
  /** The file, or the field of the call. */
  readonly place: string;
  readonly pattern: RegExp;
}

/** Every regular expression that is in the code of these rooms, tests left out. */
export async function findPatterns(rooms: readonly string[]): Promise<Pattern[]> {
  const found: Pattern[] = [];
  for await (const path of glob(
    rooms.map((room) => `${room}/**/*.{ts,tsx,js}`),
    { cwd: root, exclude: (name) => name.includes('.test.') },
  )) {
    const code = readFileSync(join(root, path), 'utf8');
    const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js';
    walk(parseAst(code, { lang }) as unknown, (node) => {
      if (node.regex === undefined) return;
      const { pattern, flags } = node.regex;
      found.push({ place: path, pattern: new RegExp(pattern, flags) });
    });
  }
  return found;
}

interface Node {
  readonly regex?: { readonly pattern: string; readonly flags: string };
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node) visit(node as unknown as Node);
  for (const value of Object.values(node)) if (!(value instanceof RegExp)) walk(value, visit);
}
