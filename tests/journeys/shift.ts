import type { Page } from 'playwright-core';

/** The layout shift of a page since it was opened, once nothing has moved for a moment; and what moved. */
export function shiftOf(page: Page): Promise<{ sum: number; moved: string[] }> {
  return page.evaluate(async () => {
    let sum = 0;
    const moved: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
        sum += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources) {
          const text = node?.textContent?.trim().slice(0, 40);
          moved.push(`${node?.nodeName} “${text}”: ${previousRect.y} to ${currentRect.y}, ${entry.value}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return { sum, moved };
  });
}

/** An entry of the type `layout-shift`, as far as the tests read it. */
export interface Shift {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}
