import { roundOf, valueOf, type Chain } from './beacon.ts';
import { CannotJudge, Differences, readRecords, type Records } from './before.ts';
import { BadRecord } from './records.ts';
import { computeResult, opensCommitment } from './result.ts';
import type { KeptDraw, OpinionDrawn, Source } from './source.ts';

export interface Drawn {
  /** Chains of drand whose values it believes. */
  readonly chains: readonly Chain[];
  /** The root that this machine noted of a draw before it, in hexadecimal; null where it noted none. */
  readonly ownRootOf: (drawId: string) => string | null;
}

/**
 * Judges a drawn draw before anybody is paid: whether its result follows from the seed that was committed to, from the beacon and from
 * the seal of the tickets that it has seen. The site waits for this, so tickets are counted here, and not read again.
 *
 * @throws CannotJudge when nobody has seen the tickets
 */
export async function judgeDrawn(source: Source, kept: KeptDraw, { chains, ownRootOf }: Drawn): Promise<OpinionDrawn> {
  if (kept.status !== 'drawn' && kept.status !== 'settled') throw new CannotJudge('it is not drawn');
  const differs = new Differences(0);
  let records: Records;
  try {
    records = readRecords(kept);
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    return { tickets: 0, stakes: 0, root: null, result: null, differs: [error.message] };
  }
  const { draw, seal } = records;
  const result = resultOf(kept, records, chains, differs);
  const seen = (await source.firstRoot(kept.id))?.toString('hex') ?? null;
  if (seal && seen === null) throw new CannotJudge('its tickets were not seen');
  const { tickets, stakes } = await source.atOneMoment(() => source.sumOfTickets(kept.id));
  if (draw.drawId !== kept.id) differs.add('the record is of another draw');
  if (seal) {
    if (!seal.drawHash.equals(draw.hash)) differs.add('the seal names another record of the draw');
    if (!seal.commitment.equals(kept.commitment)) differs.add('the seal names another commitment');
    if ([seen, ownRootOf(kept.id)].some((root) => root !== null && root !== seal.root.toString('hex'))) {
      differs.add('the tickets are not those that were seen before the draw');
    }
    if (seal.tickets !== tickets) differs.add(`${tickets} tickets, the seal says ${seal.tickets}`);
    if (seal.stakes !== stakes) differs.add(`${stakes} francs staked, the seal says ${seal.stakes}`);
  }
  return {
    tickets,
    stakes,
    root: seal && seal.root,
    result: result && Number(result.join('')),
    differs: differs.list(),
  };
}

/** The numbers that seed, seal and beacon give; null for a void draw, and where they give none. */
export function resultOf(
  kept: KeptDraw,
  { draw, seal }: Records,
  chains: readonly Chain[],
  differs: Differences,
): number[] | null {
  const chain = draw.beacon === 0 ? null : chainOf(draw.chain, chains);
  const value = chain && kept.beaconSignature && valueOf(chain, draw.round, kept.beaconSignature);
  if (kept.status === 'void') {
    if (kept.result !== null) differs.add('a void draw has a result');
    if (seal && chain === null) differs.add('it was sealed, needs no beacon, and was called off');
    if (seal && value) differs.add('it was sealed, its beacon’s value is there, and it was called off');
    return null;
  }
  if (seal === null) {
    differs.add('it was drawn without a seal');
    return null;
  }
  if (kept.seed === null || !opensCommitment(draw, kept.commitment, kept.seed)) {
    differs.add('the seed is not the one that was committed to');
    return null;
  }
  if (chain) {
    if (draw.round !== roundOf(chain, draw.moment)) differs.add('the beacon’s round is not that of the draw’s moment');
    if (!value) {
      differs.add('the beacon’s value is not signed by its chain');
      return null;
    }
  }
  const result = computeResult(draw, seal.hash, kept.seed, value);
  const own = result.join('');
  if (own !== String(kept.result)) differs.add(`the result is ${own}, the site says ${kept.result ?? 'none'}`);
  return result;
}

function chainOf(hash: Buffer, chains: readonly Chain[]): Chain {
  const chain = chains.find((known) => known.hash === hash.toString('hex'));
  if (!chain) throw new CannotJudge('its beacon’s chain is not known here: --beacon-chain <file>');
  return chain;
}
