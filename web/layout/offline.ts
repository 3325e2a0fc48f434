/**
 * What pages say while the site cannot be reached, else null; `useAtServerTime` reads it. The words come with the code that finds it out,
 * after the page.
 */
export const offline: {
  /** By whose clock the page counts, and how old its last result is; null where it has none. */
  clock: string | null;
  /** Where tickets are, and when they can be paid. */
  kept: string | null;
} = { clock: null, kept: null };
