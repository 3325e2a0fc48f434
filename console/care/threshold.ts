import type { listCareThresholds } from '#contract/calls/operator/care.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';

export type Threshold = OperatorAnswer<typeof listCareThresholds>['data'][number];
