import { linear } from '#console/kit/scales.ts';

/** The stakes that former draws had in the mean at a time. */
interface Usual {
  readonly at: string;
  readonly mean: number;
}

/**
 * The usual stakes at a moment, in francs, between those of the minutes around it.
 *
 * @param usual in order
 * @param now in milliseconds since 1970
 * @returns null before the first minute and after the last one
 */
export function usualAt(usual: readonly Usual[], now: number): number | null {
  const next = usual.findIndex(({ at }) => Date.parse(at) >= now);
  const [before, after] = [usual[next - 1] ?? usual[next], usual[next]];
  if (!before || !after || now < Date.parse(before.at)) return null;
  return linear([Date.parse(before.at), Date.parse(after.at)], [before.mean, after.mean])(now);
}
