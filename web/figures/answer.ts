import type { getFigures } from '#contract/calls/figures.ts';
import type { CallAnswer } from '#contract/endpoints.ts';

export type FiguresAnswer = CallAnswer<typeof getFigures>;
