type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The input that `boot.js` keeps until hydration. */
declare global {
  interface Window {
    /** Elements to click, in their order; null once they are replayed. */
    earlyTaps?: HTMLElement[] | null;
    /** Fields that were filled in, with their text. */
    earlyTexts?: Map<Field, string>;
    /** The last element that had the focus, if any. */
    earlyFocus?: HTMLElement;
  }
}

/**
 * Gives the app what was typed, chosen and tapped before hydration, and ends the queueing. Where the first render has replaced
 * the HTML, it goes to the element of the same kind and name.
 */
export function replayEarlyInput() {
  const { earlyTaps, earlyTexts, earlyFocus } = window;
  window.earlyTaps = null;
  earlyTexts?.forEach((text, from) => {
    const to = heirOf(from);
    if (to) fill(to as HTMLInputElement, from as HTMLInputElement, text);
  });
  if (earlyFocus && document.activeElement === document.body) heirOf(earlyFocus)?.focus();
  for (const element of earlyTaps ?? []) heirOf(element)?.click();
}

function fill(to: HTMLInputElement, from: HTMLInputElement, text: string) {
  const { files, selectionStart, selectionEnd } = from;
  if (files) {
    to.files = files;
  } else {
    // React ignores an event about a value that it knows already, so it is not told of the change, and the text is set
    // without it.
    to.value = '';
    Reflect.set(Object.getPrototypeOf(to) as object, 'value', text, to);
    // Neither a select nor a field for e-mail has one.
    if (selectionStart != null) to.setSelectionRange(selectionStart, selectionEnd);
  }
  for (const type of ['input', 'change']) to.dispatchEvent(new Event(type, { bubbles: true }));
}

function heirOf<E extends HTMLElement>(element: E): E | undefined {
  if (element.isConnected) return element;
  const all = document.querySelectorAll<E>(element.tagName);
  return Array.from(all).find((other) => nameOf(other) === nameOf(element));
}

function nameOf(element: HTMLElement): string {
  return (element as HTMLInputElement).name || (element.ariaLabel ?? element.textContent);
}
