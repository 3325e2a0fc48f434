import { createContext, useContext, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { matchKeys, nameOfKey } from './match-keys.ts';

/** A key, or a sequence of two, that does something on the screen. */
export interface KeyBinding {
  /** `v`, `g d`, `Enter`, `Shift Enter`, `ArrowDown`, `Ctrl k`. */
  readonly keys: string;
  /**
   * The name of the act, in two words: for the foot and the list of keys. Keys with the same name are listed together.
   */
  readonly says: string;
  readonly run: () => void;
  /** Whether the foot shows it. The list of keys (`?`) shows all. */
  readonly foot?: boolean;
  /** Its section in the list of keys; `here` by default. */
  readonly group?: 'here' | 'go' | 'everywhere';
  /** Works while somebody types, as Ctrl K does. */
  readonly whileTyping?: boolean;
}

/** The top layer above the screen: keys of the screen below a sheet do nothing. */
export const KeyLayer = createContext(0);

interface Registered {
  readonly id: string;
  readonly layer: number;
  readonly bindings: readonly KeyBinding[];
}

let registered: readonly Registered[] = [];
let layers: readonly { readonly id: string; readonly layer: number }[] = [];
const listeners = new Set<() => void>();
let before: string | null = null;
let beforeTimer: ReturnType<typeof setTimeout>;

/** How long the second key of a sequence may take, in milliseconds. */
const patience = 1_500;

/** Registers keys while the component is there. None of them works while somebody types, or below an open sheet. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const id = useId();
  const layer = useContext(KeyLayer);
  const latest = useRef(bindings);
  // Registered again only when their shown parts change; their functions, which JSON leaves out, are always the latest.
  const described = JSON.stringify(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  useEffect(() => {
    const shown = JSON.parse(described) as Omit<KeyBinding, 'run'>[];
    const live = shown.map((one, index) => ({ ...one, run: () => latest.current[index]?.run() }));
    change(() => {
      registered = [...registered, { id, layer, bindings: live }];
    });
    return () =>
      change(() => {
        registered = registered.filter((one) => one.id !== id);
      });
  }, [id, layer, described]);
}

/** Makes the layer of this component the only one whose keys work, while `isOpen`. */
export function useKeyLayer(layer: number, isOpen: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    change(() => {
      layers = [...layers, { id, layer }];
    });
    return () =>
      change(() => {
        layers = layers.filter((one) => one.id !== id);
      });
  }, [id, layer, isOpen]);
}

/** The keys that work now, in the order of their registration. */
export function useActiveKeys(): readonly KeyBinding[] {
  return useSyncExternalStore(subscribe, activeKeys);
}

let active: readonly KeyBinding[] | null = null;

function activeKeys(): readonly KeyBinding[] {
  const top = Math.max(0, ...layers.map(({ layer }) => layer));
  active ??= registered.filter(({ layer }) => layer === top).flatMap(({ bindings }) => bindings);
  return active;
}

function change(make: () => void): void {
  make();
  active = null;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the element takes text, so that a key is a character. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type);
}

/** Elements that use Enter and Space, or the arrows, themselves. */
const pressable = 'button, a[href], summary, [role=menuitem], [role=option]';
const arrowed = '[role=menu], [role=listbox], [role=radiogroup], [role=tablist], [role=slider], input[type=radio]';

/** Listens to the page's keys; the frame calls it once. */
export function listenToKeys(): () => void {
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const pressed = nameOfKey(event);
  if (pressed === null || pressed === 'Shift' || pressed === 'Shift Shift') return;
  const target = event.target instanceof Element ? event.target : null;
  const typing = isTyping(target);
  if (typing && pressed === 'Escape' && !target?.closest('dialog, [popover]')) (target as HTMLElement).blur();
  if ((pressed === 'Enter' || pressed === ' ') && target?.closest(pressable)) return;
  if (pressed.startsWith('Arrow') && target?.closest(arrowed)) return;
  const usable = typing ? activeKeys().filter(({ whileTyping }) => whileTyping) : activeKeys();
  const step = matchKeys(before, pressed, usable);
  clearTimeout(beforeTimer);
  before = null;
  if (step === null) return;
  event.preventDefault();
  if ('run' in step) {
    step.run.run();
    return;
  }
  before = step.wait;
  beforeTimer = setTimeout(() => (before = null), patience);
}
