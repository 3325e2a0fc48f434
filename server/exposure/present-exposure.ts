import type { Distribution } from '#domain/exposure/distribution.ts';
import type { Exposure } from '#domain/exposure/exposure.ts';
import { betNames, type BetName } from '#domain/bet-types.ts';
import type { ComputedExposure } from './exposed-draw.ts';

type PresentedExposure = Omit<Exposure, 'histogram'> & Partial<Pick<Distribution, 'histogram'>>;

/** The data that `GET /operator/draws/{id}/exposure` answers with. */
interface ExposureData extends PresentedExposure {
  readonly byType: Readonly<Record<BetName, PresentedExposure & { readonly without: PresentedExposure }>>;
  /** The moment of the snapshot that the tickets were read in. */
  readonly computedAt: string;
  /** How long reading and computing took, in milliseconds. */
  readonly ms: number;
}

/** @param withHistograms adds `histogram` to each exposure */
export function presentExposure(
  { exposure, computedAt, ms }: Omit<ComputedExposure, 'draw'>,
  withHistograms: boolean,
): ExposureData {
  const present = ({ stakes, tickets, mean, worst, quantiles, lossProbability, histogram }: Exposure) => ({
    stakes,
    tickets,
    mean,
    worst,
    quantiles,
    lossProbability,
    ...(withHistograms && { histogram }),
  });
  const byType = betNames.map((name) => {
    const { without, ...alone } = exposure.byType[name];
    return [name, { ...present(alone), without: present(without) }] as const;
  });
  return {
    ...present(exposure),
    byType: Object.fromEntries(byType) as ExposureData['byType'],
    computedAt: computedAt.toISOString(),
    ms,
  };
}
