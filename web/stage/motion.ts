import { useSyncExternalStore } from 'react';
import { savesData } from '#web/api/saves-data.ts';

// Motion that the try of a first visit shares with the stage: a try does not load the stage.

const lessMotion = '(prefers-reduced-motion: reduce)';

/** Whether nothing may move: the viewer wants less motion, or the connection is a saved one. Without a browser nothing moves. */
export function useStill(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(lessMotion);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(lessMotion).matches || savesData(),
    () => true,
  );
}

/** Tells an element's style sheet how far away the middle of another one is, so that it can come from there. */
export function comeFrom(element: HTMLElement, origin: Element | null): void {
  if (!origin) return;
  const [to, from] = [element, origin].map((each) => each.getBoundingClientRect()) as [DOMRect, DOMRect];
  element.style.setProperty('--from-x', `${from.x + from.width / 2 - to.x - to.width / 2}px`);
  element.style.setProperty('--from-y', `${from.y + from.height / 2 - to.y - to.height / 2}px`);
  element.dataset.comes = 'true';
}
