import { basket } from '#web/basket/basket.ts';
import { messageId } from './AddBar.tsx';

const ease = 'cubic-bezier(.2, .8, .2, 1)';

/**
 * Lets a ticket that is added leave: its stub tears, and its paper rises into the basket. The ticket in the page is an empty one at once.
 *
 * @returns ends the listening
 */
export function watchAdding(): () => void {
  // Before the app empties the ticket.
  const look = ({ target }: MouseEvent) => {
    const stub = (target as Element).closest(`[aria-describedby=${messageId}]`)?.closest('section');
    if (!stub || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const before = basket.items().length;
    const copy = copyOfPaper(stub);
    // After it.
    addEventListener('click', () => basket.items().length > before && leave(stub, copy), { once: true });
  };
  document.addEventListener('click', look, true);
  return () => document.removeEventListener('click', look, true);
}

/** On a phone everything above the stub lies on the paper, on a desktop what is beside the keys. */
function copyOfPaper(stub: HTMLElement): HTMLElement {
  const ticket = stub.parentElement!;
  const isWide = getComputedStyle(ticket).display !== 'contents';
  const paper = (isWide ? stub.previousElementSibling : ticket.parentElement) as HTMLElement;
  const { left, top, width } = paper.getBoundingClientRect();
  const copy = paper.cloneNode(true) as HTMLElement;
  copy.inert = true;
  copy.querySelector('section')?.remove();
  Object.assign(copy.style, {
    position: 'fixed',
    zIndex: '9',
    inset: `${top}px auto auto ${left}px`,
    width: `${width}px`,
    height: `${stub.getBoundingClientRect().top - top}px`,
    overflow: 'hidden',
    pointerEvents: 'none',
  });
  return copy;
}

function leave(stub: HTMLElement, copy: HTMLElement): void {
  stub.animate({ transform: ['none', 'translateY(4px) rotate(2deg)'] }, 120);
  document.body.append(copy);
  const [from, to] = [copy, document.querySelector('[popovertarget=basket]')!].map((each) =>
    each.getBoundingClientRect(),
  ) as [DOMRect, DOMRect];
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  copy.animate(
    { transform: ['none', `translate(${x}px, ${y}px) scale(.2)`], opacity: [1, 0] },
    { duration: 320, easing: ease },
  ).onfinish = () => copy.remove();
}
