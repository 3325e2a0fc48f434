import type { Database } from '#database/connect.ts';
import type { ComputedExposure } from './exposed-draw.ts';
import { openMeasuring } from './measuring.ts';

/** Computes what a draw may have to pay once, from all its tickets. `openMeasuring` is for repeated questions. @throws NoExposure */
export async function computeExposure(db: Database, drawId: string): Promise<ComputedExposure> {
  const measuring = openMeasuring(db);
  try {
    return await measuring.measureDraw(drawId, { isKept: false });
  } finally {
    await measuring.close();
  }
}
