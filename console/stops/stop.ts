import type { listStops } from '#contract/calls/operator/draws.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';

/** Sales that are or were stopped. */
export type Stop = OperatorAnswer<typeof listStops>['data'][number];
