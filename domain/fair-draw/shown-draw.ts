import type { DrawStatus } from '#domain/draw.ts';
import type { DrawResult } from '#domain/result.ts';
import { fieldsOf, fromHex, hashLength } from './bytes.ts';
import { readResult } from './proof.ts';

/** The site's public data about a draw. */
export interface ShownDraw {
  readonly status: DrawStatus;
  /** Milliseconds since 1970, both. */
  readonly closesAt: number;
  readonly drawsAt: number;
  readonly commitment: Uint8Array | null;
  readonly result: DrawResult | null;
  /** The name its rules are published under. */
  readonly rules: string;
}

/** Reads the answer of `GET /api/draws/{id}`; throws `MalformedBytes` for what is not a draw. */
export function readShownDraw(answer: unknown): ShownDraw {
  const draw = fieldsOf(fieldsOf(answer, 'draw').data, 'draw');
  return {
    status: draw.status as DrawStatus,
    closesAt: Date.parse(String(draw.closesAt)),
    drawsAt: Date.parse(String(draw.fullDate)),
    commitment: draw.commitment == null ? null : fromHex(draw.commitment, 'commitment', hashLength),
    result: draw.result === null ? null : readResult(draw.result),
    rules: String(draw.rules),
  };
}
