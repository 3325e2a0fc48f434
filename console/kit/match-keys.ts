/** The parts of a key event that are read. */
export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * The name of a pressed key as bindings write it: `d`, `?`, `Enter`, `Shift Enter`, `Ctrl k`. Shift is part of a printed
 * character and named only with the others; ⌘ of a Mac counts as Ctrl. Null for keys that no binding may take.
 */
export function nameOfKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | null {
  if (altKey || key === 'Dead' || key === 'Process') return null;
  const isPrinted = key.length === 1;
  const name = isPrinted && (ctrlKey || metaKey) ? key.toLowerCase() : key;
  if (ctrlKey || metaKey) return `Ctrl ${name}`;
  return shiftKey && !isPrinted ? `Shift ${name}` : name;
}

export type KeyStep<B> = { readonly run: B } | { readonly wait: string } | null;

/**
 * The meaning of a pressed key after the one before it.
 *
 * @param before the first key of a sequence such as `g d`, or null
 * @param bindings the last one counts where several have the same keys
 * @returns the binding that is complete, the key to wait with, or null where the key means nothing
 */
export function matchKeys<B extends { readonly keys: string }>(
  before: string | null,
  pressed: string,
  bindings: readonly B[],
): KeyStep<B> {
  const keys = before === null ? pressed : `${before} ${pressed}`;
  const run = bindings.findLast((binding) => binding.keys === keys);
  if (run) return { run };
  // A name such as `Ctrl k` is one key: only the first key of a sequence waits for a second one.
  if (
    before === null &&
    bindings.some((binding) => binding.keys.startsWith(`${pressed} `) && isSequence(binding.keys))
  ) {
    return { wait: pressed };
  }
  // A sequence that matches nothing does not swallow a key that begins another one.
  return before === null ? null : matchKeys(null, pressed, bindings);
}

function isSequence(keys: string): boolean {
  return !/^(Ctrl|Shift) /.test(keys);
}

/** The keys of a binding as they are printed on caps: `g d` → `['g d']`, `Shift Enter` → `['Shift', 'Enter']`. */
export function capsOf(keys: string): readonly string[] {
  if (keys.startsWith('Ctrl ')) return [`Ctrl ${keys.slice(5).toUpperCase()}`];
  if (keys.startsWith('Shift ')) return ['Shift', capOf(keys.slice(6))];
  return [capOf(keys)];
}

const arrows: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Backspace: '⌫',
  ' ': 'Space',
};

function capOf(key: string): string {
  return arrows[key] ?? key;
}
