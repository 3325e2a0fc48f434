import type { readCaps } from '#contract/calls/operator/caps.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';

export type Caps = OperatorAnswer<typeof readCaps>['data'];

/** A cap that counts. */
export type Cap = Caps['caps'][number];

/** The draw whose caps are looked at. */
export interface CappedDraw {
  readonly id: string;
  readonly drawsAt: string;
}
