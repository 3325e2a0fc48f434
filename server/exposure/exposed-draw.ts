import type { DrawStatus } from '#domain/draw.ts';
import type { DrawExposure } from '#domain/exposure/exposure.ts';

export interface ExposedDraw {
  readonly id: string;
  readonly drawsAt: Date;
  readonly closesAt: Date;
  readonly status: DrawStatus;
}

/** The exposure of a draw to the tickets that were committed at `computedAt`, by the database's clock. */
export interface ComputedExposure {
  readonly draw: ExposedDraw;
  readonly exposure: DrawExposure;
  readonly computedAt: Date;
  /** How long reading and computing took, in milliseconds. */
  readonly ms: number;
}

/** Why a draw has no exposure: `unknown`, `void` (its stakes go back), or `rules` that this version does not know. */
export class NoExposure extends Error {
  override readonly name = 'NoExposure';
  readonly reason: 'unknown' | 'void' | 'rules';

  constructor(reason: NoExposure['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
