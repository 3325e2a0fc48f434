import type { getOverview } from '#contract/calls/operator/overview.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';

export type OverviewData = OperatorAnswer<typeof getOverview>['data'];
