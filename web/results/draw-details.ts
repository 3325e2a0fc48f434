import type { getDraw } from '#contract/calls/draws.ts';
import type { CallAnswer } from '#contract/endpoints.ts';

/** One draw, as its page shows it. */
export type DrawDetails = CallAnswer<typeof getDraw>['data'];
