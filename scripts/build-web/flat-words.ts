import { parseAst, type Plugin } from 'vite';

/** The parts of a syntax tree that are read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Statement extends Node {
  readonly declaration?: {
    readonly declarations?: readonly { readonly id: { name?: string }; readonly init: Catalogue | null }[];
  };
}
interface Catalogue extends Node {
  readonly properties?: readonly (Node & {
    readonly computed?: boolean;
    readonly key?: { name?: string };
    readonly value?: Node;
  })[];
}

const inWords = /\/words\/\w+\/[\w-]+\.ts$/;
const imports = /import\s*\{([^}]*)\}\s*from\s*(["'])([^"']+)\2/g;

/**
 * Makes each word of a catalogue an export of its own, and each import of a catalogue one of all its exports. So the bundler
 * leaves out the words that nobody uses and needs no names for the others: half a kilobyte of the first page.
 */
export function flatWords(): Plugin {
  return {
    name: 'izi-flat-words',
    transform: {
      order: 'post',
      filter: { id: /\.tsx?$/ },
      handler(code, id) {
        if (!code.includes('words')) return null;
        const imported = importWhole(code, id);
        return { code: inWords.test(id) ? exportEach(imported) : imported, map: null };
      },
    },
  };
}

/** `import { words as game } from …/words/en/game.ts` → `import * as game from …` */
function importWhole(code: string, importer: string): string {
  return code.replaceAll(imports, (statement, list: string, quote: string, from: string) => {
    const isCatalogue = inWords.test(from) || (inWords.test(importer) && from.startsWith('./'));
    if (!isCatalogue) return statement;
    const names = list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    const catalogue = names.find((name) => /^words\b/.test(name));
    if (catalogue === undefined) return statement;
    const others = names.filter((name) => name !== catalogue);
    const named = others.length > 0 ? `import { ${others.join(', ')} } from ${quote}${from}${quote};` : '';
    return `${named}import * as ${catalogue.split(' as ')[1] ?? 'words'} from ${quote}${from}${quote}`;
  });
}

/** `export const words = { title: 'Play' }` → `const w0 = 'Play'; export { w0 as title };` */
function exportEach(code: string): string {
  for (const statement of parseAst(code).body as unknown as readonly Statement[]) {
    const [declared] = statement.declaration?.declarations ?? [];
    if (declared?.id.name !== 'words') continue;
    const properties = declared.init?.properties;
    if (!properties)
      throw new Error(`a catalogue must be an object: ${code.slice(statement.start, statement.start + 80)}`);
    const words = properties.map(({ key, value, computed }) => {
      if (computed || !key?.name || !value) throw new Error('a catalogue must have plain names');
      return { name: key.name, text: code.slice(value.start, value.end) };
    });
    const constants = words.map(({ text }, index) => `const w${index} = ${text};`);
    const exported = words.map(({ name }, index) => `w${index} as ${name}`);
    return `${code.slice(0, statement.start)}${constants.join('\n')}\nexport { ${exported.join(', ')} };${code.slice(statement.end)}`;
  }
  return code;
}
