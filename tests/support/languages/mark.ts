import { parseSync } from 'vite';

/** Each letter with a look-alike that no name, code or unit is written with. */
const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const marked = 'åƀçđéƒğĥíĵķļḿñöþɋřšţüṽŵẋýžÅƁÇĐÉƑĞĤÍĴĶĻḾÑÖÞɊŘŠŢÜṼŴẊÝŽ';
const letters = new Map(Array.from(plain, (letter, index) => [letter, Array.from(marked)[index]!]));
/** How much longer than English a language may be. */
const longer = 0.3;

/** `Your stake` → `Ýöüüř šţååķéé`: as long as the longest language, and no letter as code would write it. */
export function accent(text: string, grows = true): string {
  return text.replaceAll(/[A-Za-z]+/g, (word) => {
    const more = !grows || word.length < 3 ? 0 : Math.round(word.length * longer);
    const all = Array.from(word, (letter, index) => ({ letter, index }));
    // Vowels first, as a reader stretches a word.
    const doubled = new Set(
      [...all.filter(({ letter }) => /[aeiou]/i.test(letter)), ...all.filter(({ letter }) => !/[aeiou]/i.test(letter))]
        .slice(0, more)
        .map(({ index }) => index),
    );
    return all
      .map(({ letter, index }) => letters.get(letter)! + (doubled.has(index) ? letters.get(letter.toLowerCase())! : ''))
      .join('');
  });
}

/** A whole text of a catalogue, as the marked language has it. */
export function mark(text: string): string {
  return between(accent(text));
}

/** Puts a whole text between brackets. One word stays as it is: they would be half as much again of a short one. */
export function between(text: string): string {
  return text.includes(' ') ? `⟦${text}⟧` : text;
}

/** A part of a text, which is in what a catalogue's function makes. */
export function marking(text: string): RegExp {
  return new RegExp(accent(text).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
}

/** Stands in each catalogue: puts a text that was marked between brackets, also one that a function makes. */
const markWhole = `
function markWhole(value) {
  if (typeof value === 'string') return /[${marked}]/.test(value) && value.includes(' ') ? '⟦' + value + '⟧' : value;
  if (typeof value === 'function') return (...given) => markWhole(value(...given));
  if (Array.isArray(value)) return value.map(markWhole);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, markWhole(part)]));
}
`;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The texts behind these names are names of files. */
const notForPeople = new Set(['file', 'fileName']);
/** Their operands and arguments are compared or chosen by, not read. */
const comparing = new Set(['===', '!==', 'in']);
/** Types; but what is said of the type of a value stands around the value. */
const ofTypes = /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/;

/**
 * Rewrites a catalogue of English words into one of the marked language. Only what the catalogue itself says is marked: what code
 * gives to its functions comes back as it was.
 */
export function markCatalogue(code: string, file: string): string {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const edits: Edit[] = [];
  // Units behind digits are as short in any language, and have no brackets.
  const isUnit = file.endsWith('/units.ts');

  function visit(value: unknown): void {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as Node & Record<string, unknown>;
    if (ofTypes.test(node.type)) return;
    switch (node.type) {
      case 'ImportDeclaration':
      case 'NewExpression':
        return;
      case 'ExportNamedDeclaration':
        return visitExport(node['declaration'] as (Node & { declarations?: readonly Declarator[] }) | null);
      case 'Property':
        return notForPeople.has((node['key'] as { name?: string }).name ?? '') ? undefined : visit(node['value']);
      case 'BinaryExpression':
        return [node['left'], node['right']]
          .filter((side) => !comparing.has(node['operator'] as string) || (side as Node).type !== 'Literal')
          .forEach(visit);
      case 'SwitchCase':
        return visit(node['consequent']);
      case 'MemberExpression':
        visit(node['object']);
        return (node['property'] as Node).type === 'Literal' ? undefined : visit(node['property']);
      case 'Literal':
        if (typeof node['value'] !== 'string' || /^(\/|#|https:)/.test(node['value'])) return;
        edits.push({ start: node.start, end: node.end, text: JSON.stringify(accent(node['value'], !isUnit)) });
        return;
      case 'TemplateElement':
        return visitTemplate(node.start, node.end, (node['value'] as { raw: string }).raw);
      default:
        for (const child of Object.values(node)) visit(child);
    }
  }

  /** An escape is no word. */
  function visitTemplate(start: number, end: number, raw: string): void {
    const at = code.indexOf(raw, start);
    if (at < 0 || at > end) throw new Error(`${file} has no ${raw} at ${start}`);
    const text = raw.split(/(\\u\{\w+\}|\\u\w{4}|\\x\w\w|\\.)/).map((part, index) => (index % 2 ? part : accent(part)));
    edits.push({ start: at, end: at + raw.length, text: text.join('') });
  }

  function visitExport(declaration: (Node & { declarations?: readonly Declarator[] }) | null): void {
    if (!declaration?.declarations) return visit(declaration);
    for (const { init } of declaration.declarations) {
      if (!isUnit) edits.push({ start: init.start, end: init.start, text: 'markWhole(' });
      visit(init);
      if (!isUnit) edits.push({ start: init.end, end: init.end, text: ')' });
    }
  }

  visit(program.body);
  let text = '';
  let read = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    text += code.slice(read, edit.start) + edit.text;
    read = edit.end;
  }
  return `${text}${code.slice(read)}\n${isUnit ? '' : markWhole}`;
}

interface Declarator extends Node {
  readonly init: Node;
}
