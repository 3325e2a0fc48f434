/**
 * A ref for what goes away while it may have the focus, as a button after its own tap: the focus then goes to the nearest element around
 * it that takes one as a whole, so that the keyboard goes on there.
 */
export function handFocusOn(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  return () => {
    if (!element.contains(document.activeElement)) return;
    element.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  };
}
