/**
 * A ref for the control of a dialog that has the focus from the start, instead of the close button. It also takes the focus
 * where it is rendered after the dialog was opened, once.
 */
export function takeInitialFocus(element: HTMLElement | null): void {
  if (!element || element.hasAttribute('autofocus')) return;
  // `showModal` reads the attribute, which React does not write.
  element.setAttribute('autofocus', '');
  element.focus();
}
