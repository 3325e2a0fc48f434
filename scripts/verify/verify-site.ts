import { MalformedBytes, equalBytes, toHex } from '#domain/fair-draw/bytes.ts';
import type { DrawProof, Receipt } from '#domain/fair-draw/proof.ts';
import { decodeKeyChange, type ListedKey } from '#domain/fair-draw/operator-keys.ts';
import type { ListedSeal } from '#domain/fair-draw/seal-chain.ts';
import { decodeSeal, noPreviousSeal, sealHash } from '#domain/fair-draw/seal-record.ts';
import type { ShownDraw } from '#domain/fair-draw/shown-draw.ts';
import { failed, verdictOf, type Step, type Verdict } from '#domain/fair-draw/steps.ts';
import { verifyDraw } from '#domain/fair-draw/verify-draw.ts';
import { verifyReceipt } from '#domain/fair-draw/verify-receipt.ts';
import { askBeacon, type KnownBeacons } from './ask-beacon.ts';
import { Withheld, type PublicSite } from './public-site.ts';

export interface SiteCheck extends KnownBeacons {
  readonly site: PublicSite;
  /** The operator's key; without it, all keys that the site shows have to follow one another by announcements. */
  readonly operatorKey?: Uint8Array | undefined;
  /** Called with each step of the check. */
  readonly onStep: (step: Step) => void;
}

/** The outcome of checking one draw. */
export interface DrawReport {
  readonly drawId: string;
  readonly verdict: Verdict;
  /** The first thing that is wrong. */
  readonly lie: Step | null;
  /** The site says that the draw was called off. */
  readonly isVoid: boolean;
  /** Whether it should have been drawn is unknown: it was sealed, and the beacon could not be asked. */
  readonly isUnasked: boolean;
  readonly proof: DrawProof | null;
}

/** Checks one draw, the link of its seal to the one before it, and a receipt for the draw where one is given. */
export async function verifyOneDraw(check: SiteCheck, drawId: string, receipt?: Receipt): Promise<DrawReport> {
  return reportOf(check, drawId, async (tell) => {
    const operatorKeys = await check.site.getOperatorKeys();
    const { proof, leaves } = await tellDraw({ ...check, operatorKeys }, drawId, tell, (found) =>
      findPreviousSeal(check.site, found),
    );
    if (receipt) for (const step of verifyReceipt(receipt, proof, leaves, operatorKeys).steps) tell(step);
    return proof;
  });
}

/**
 * Checks every sealed draw along the chain of seals, newest first, and that no draw with a result is missing from it.
 * Stops at the first lie.
 *
 * @returns one report after the other; the last one carries the lie, if there is one
 */
export async function* verifyWholeSite(check: SiteCheck): AsyncGenerator<DrawReport> {
  // Read before the chain: a draw that has a result by now was sealed before, so the chain has to hold it.
  const unsealed = await readDrawnIds(check.site);
  const seen = new Set<string>();
  const seals = new Set<string>();
  let { operatorKey } = check;
  let operatorKeys: readonly ListedKey[] | undefined;

  for await (const [listed, previousSeal] of walkSeals(check.site)) {
    const report = await reportOf(check, listed.drawId, async (tell) => {
      operatorKeys ??= await check.site.getOperatorKeys();
      if (seen.has(listed.drawId)) tell({ name: 'seal-chain', ...sealedTwice });
      const { proof } = await tellDraw(
        { ...check, operatorKey, operatorKeys },
        listed.drawId,
        tell,
        async () => previousSeal,
      );
      if (!isListed(listed, proof)) tell({ name: 'seal-chain', ...otherSealListed });
      return proof;
    });
    yield report;
    if (report.lie) return;
    operatorKey ??= report.proof!.operatorKey;
    seen.add(listed.drawId);
    seals.add(toHex(sealHash(listed.seal)));
    unsealed.delete(listed.drawId);
  }

  const [newest] = seen;
  if (newest !== undefined && operatorKeys?.some((key) => !isInChain(key, seals))) {
    yield await reportOf(check, newest, async (tell) => {
      tell({ name: 'operator', ...changeNotInChain });
      return null;
    });
    return;
  }
  for (const drawId of unsealed) {
    yield await reportOf(check, drawId, async (tell) => {
      tell({ name: 'seal-chain', ...missingFromChain });
      return null;
    });
    return;
  }
}

const sealedTwice = failed('sealed_twice', 'The chain holds a second seal of this draw.');
const otherSealListed = failed('seal_two_views', 'The chain lists another seal for this draw than its proof shows.');
const changeNotInChain = failed(
  'key_change_not_in_chain',
  'An announcement of the operator’s next key names a seal that is not in the chain.',
);
const missingFromChain = failed('seal_missing', 'The draw has a result, but the chain of seals does not hold it.');

/** Whether the seal that a key's announcement names is one of these. The announcements themselves have been checked. */
function isInChain({ announced }: ListedKey, seals: ReadonlySet<string>): boolean {
  if (!announced) return true;
  const named = decodeKeyChange(announced.record).sealHash;
  return equalBytes(named, noPreviousSeal) || seals.has(toHex(named));
}

/** Collects the steps of one draw; what the site withholds or garbles counts as a failed step. */
async function reportOf(
  { onStep }: SiteCheck,
  drawId: string,
  run: (tell: (step: Step) => void) => Promise<DrawProof | null>,
): Promise<DrawReport> {
  const steps: Step[] = [];
  const tell = (step: Step) => {
    steps.push(step);
    onStep(step);
  };
  let proof: DrawProof | null = null;
  try {
    proof = await run(tell);
  } catch (error) {
    if (error instanceof Withheld) tell({ name: 'published', ...failed('withheld', error.message) });
    else if (error instanceof MalformedBytes) tell({ name: 'published', ...failed('malformed', error.message) });
    else throw error;
  }
  return {
    drawId,
    verdict: verdictOf(steps),
    lie: steps.find(({ state }) => state === 'failed') ?? null,
    isVoid: steps.some(({ name, code }) => name === 'shown' && code === 'void'),
    isUnasked: steps.some(({ code }) => code === 'beacon_not_asked'),
    proof,
  };
}

async function tellDraw(
  { site, chains, relays, operatorKey, operatorKeys }: SiteCheck & { operatorKeys?: readonly ListedKey[] | undefined },
  drawId: string,
  tell: (step: Step) => void,
  findPrevious: (proof: DrawProof) => Promise<Uint8Array | null>,
): Promise<{ proof: DrawProof; leaves: Uint8Array | undefined }> {
  const { proof, shown } = await readTogether(site, drawId);
  const rulesDocument = await site.getRules(shown.rules);
  const size = sizeOf(proof);
  const leaves = size === null ? undefined : await site.getLeaves(drawId, size);
  const previousSeal = size === null ? undefined : await findPrevious(proof);
  const beaconSignature = (await askBeacon({ chains, relays }, proof)) ?? undefined;
  await verifyDraw(
    { drawId, proof, chains, operatorKey, operatorKeys, rulesDocument, leaves, previousSeal, beaconSignature, shown },
    tell,
  );
  return { proof, leaves };
}

/** The proof and what players are shown; read again when the draw changed between the two. */
async function readTogether(site: PublicSite, drawId: string): Promise<{ proof: DrawProof; shown: ShownDraw }> {
  const proof = await site.getProof(drawId);
  const shown = await site.getDraw(drawId);
  if ((proof.result === null) === (shown.result === null)) return { proof, shown };
  return { proof: await site.getProof(drawId), shown: await site.getDraw(drawId) };
}

/** How many leaves to read; null without a seal, or with a seal that `verifyDraw` will refuse. */
function sizeOf(proof: DrawProof): number | null {
  try {
    return proof.seal && decodeSeal(proof.seal).size;
  } catch (error) {
    if (error instanceof MalformedBytes) return null;
    throw error;
  }
}

/** The seal before this draw's own in the chain. */
async function findPreviousSeal(site: PublicSite, { seal }: DrawProof): Promise<Uint8Array | null> {
  const { seals } = await site.getSeals(toHex(sealHash(seal!)));
  return seals[0]?.seal ?? null;
}

async function readDrawnIds(site: PublicSite): Promise<Set<string>> {
  const drawn = new Set<string>();
  let cursor: string | null = null;
  do {
    const page = await site.getDrawnIds(cursor);
    for (const id of page.ids) drawn.add(id);
    cursor = page.next;
  } while (cursor !== null);
  return drawn;
}

/** Every seal with the one before it, newest first. */
async function* walkSeals(site: PublicSite): AsyncGenerator<[ListedSeal, Uint8Array | null]> {
  let newer: ListedSeal | null = null;
  let cursor: string | null = null;
  do {
    const page = await site.getSeals(cursor);
    for (const listed of page.seals) {
      if (newer) yield [newer, listed.seal];
      newer = listed;
    }
    cursor = page.next;
  } while (cursor !== null);
  if (newer) yield [newer, null];
}

function isListed(listed: ListedSeal, { seal, sealSignature }: DrawProof): boolean {
  return (
    seal !== null &&
    sealSignature !== null &&
    equalBytes(listed.seal, seal) &&
    equalBytes(listed.sealSignature, sealSignature)
  );
}
