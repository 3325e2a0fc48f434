/**
 * The sentences of pages while the site cannot be reached; `useAtServerTime` reads it. The words come with the code that finds it out,
 * after the page.
 */
export const offline: {
  /** By whose clock the page counts, and how old its last result is; not where it has none. */
  clock?: string | undefined;
  /** Where tickets are, and when they can be paid. */
  kept?: string | undefined;
} = {};
