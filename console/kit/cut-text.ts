/** Shows a text that its place has cut in full, on hover; the frame calls it once. A title of the element itself stays. */
export function listenToHover(): () => void {
  document.addEventListener('pointerover', onPointerOver);
  return () => document.removeEventListener('pointerover', onPointerOver);
}

function onPointerOver({ target }: PointerEvent): void {
  for (let one = target instanceof HTMLElement ? target : null; one; one = one.parentElement) {
    const isOurs = 'cut' in one.dataset;
    if ((one.title !== '' && !isOurs) || getComputedStyle(one).textOverflow !== 'ellipsis') continue;
    const isCut = one.scrollWidth > one.clientWidth;
    one.title = isCut ? (one.textContent ?? '') : '';
    one.toggleAttribute('data-cut', isCut);
  }
}
