/** The findings of each step of a check, for the person who checks. The codes beside these sentences are stable. */
export const needsDraw = 'This needs the draw record, which is wrong.';
export const otherDraw = (id: string) => `This record is about the draw ${id}, not this one.`;
export const drawRead = (closes: string, draws: string) =>
  `The draw record is about this draw: sales close ${closes}, the draw is ${draws}.`;
export const keyRetired = (at: string) =>
  `The sales of this draw opened after ${at}, when the operator replaced the key that signed it.`;
export const keyOfMany = (key: string, place: number, count: number) =>
  `The key ${key} signed this draw: number ${place} of ${count} that the operator has had, each announced by the one before.`;
export const keyKnown = 'The site signs with the key that is known as the operator’s.';
export const keyOther = 'The site signs with another key than the one known as the operator’s.';
export const noRules = 'The rules document was not given.';
export const rulesSame = 'The published rules are, byte for byte, those the draw was sold under.';
export const rulesOther = 'The published rules are not those the draw was sold under: their hash is another.';
export const committed = 'The operator signed the commitment to its seed together with this draw’s record.';
export const commitmentSignatureWrong = 'The operator’s signature of the commitment is wrong.';
export const sealOtherRecord = 'The seal names another draw record than this one.';
export const sealOtherCommitment = 'The seal names another commitment than the one made before sales.';
export const sealNames = (tickets: string) => `The seal names this draw, its commitment and ${tickets}.`;
export const voidBeforeSeal = 'The draw was called off before it was sealed: this does not exist.';
export const notSealed = 'The draw is not sealed yet.';
export const needsSeal = 'This needs the seal, which is wrong.';
export const sealSigned = 'The operator signed the seal.';
export const sealSignatureWrong = 'The operator’s signature of the seal is wrong.';
export const sealedEarly = (at: string) => `It was sealed ${at}, before sales closed.`;
export const sealedLate = (at: string) => `It was sealed ${at}, not before the draw.`;
export const sealTimeChosen = (at: string) =>
  `It was sealed ${at}. Without a beacon that has to be the very moment that sales closed: any other is a choice, and the result depends on it.`;
export const sealTimeFree = (at: string) =>
  `It was sealed ${at}: after sales closed and before the draw. The operator chose the millisecond, and the result depends on it.`;
export const sealedInTime = (at: string) => `It was sealed ${at}: after sales closed and before the draw.`;
export const noPreviousSeal = 'The seal before this one was not given.';
export const chainBroken = 'The seal does not name the seal before it: the chain of seals is broken.';
export const firstSeal = 'It is the first seal of the site.';
export const sealBefore = (hash: string) => `The seal names the one before it, ${hash}.`;
export const noLeaves = 'The list of leaf hashes was not given.';
export const leavesNotWhole = 'The list of leaf hashes does not hold whole hashes of 32 bytes.';
export const leafTwice = (index: number) => `Leaf ${index} is there twice.`;
export const leafUnordered = (index: number) => `Leaf ${index} is not in its place: leaves ascend.`;
export const leafCount = (tickets: string, count: number) => `The seal names ${tickets}, the list holds ${count}.`;
export const leavesWhole = (tickets: string) => `The list holds the ${tickets} of the seal, each once, in order.`;
export const noLeavesToHash = 'The list of leaf hashes is not there to hash.';
export const rootRight = (root: string) =>
  `The listed tickets hash to the root in the seal, ${root}: none was added, dropped or changed.`;
export const rootWrong = 'The listed tickets do not hash to the root in the seal: they are not the tickets sealed.';
export const sealedSeedWithheld = 'The draw is sealed, but its seed is not published.';
export const drawnSeedWithheld = 'The draw has a result, but its seed is not published.';
export const seedSecret = 'The draw was called off, and its seed is kept secret.';
export const seedWithSeal = 'The seed comes with the seal.';
export const seedWithResult = 'The seed comes with the result.';
export const seedSwapped = 'The seed is not the one the operator committed to before sales opened.';
export const seedEarly = 'The seed was shown before the draw was sealed.';
export const seedRight = 'The seed is the one the operator committed to before sales opened.';
export const beaconOtherKind = 'The beacon is of another kind than the draw named.';
export const beaconOtherChain = 'The beacon’s chain is not the draw’s.';
export const beaconOtherRound = (round: number, named: number) =>
  `This is round ${round}; before sales opened the draw named ${named}.`;
export const beaconUnasked = 'The draw named no beacon, and yet here is one.';
export const beaconNone = 'There is no beacon: this is an operator-trusted draw.';
export const beaconUnknown = (chain: string) => `The beacon chain ${chain} is not one this check trusts.`;
export const beaconRoundWrong = (round: number) =>
  `Round ${round} is not the first one at or after the time of the draw.`;
export const beaconWithheld = 'The draw has a result, but its beacon value is not published.';
export const beaconNotAwaited = 'The draw was called off before it was sealed: it waits for no beacon.';
export const beaconComes = (round: number, at: string) => `Round ${round} comes ${at}.`;
export const beaconNoCode = 'The code that checks a beacon could not be loaded: connect, and check again.';
export const beaconWrong = (round: number) =>
  `This is not the beacon’s value of round ${round}: its signature is wrong.`;
export const resultDue = (result: string) => `The result is not published yet; it can only be ${result}.`;
export const noResult = 'The draw has no result yet.';
export const resultEarly = 'The draw has a result, but was never sealed.';
export const needsAll = 'This needs the seal, the seed and the beacon.';
export const resultRight = (result: string) => `Seed, seal and beacon give ${result}, the result.`;
export const resultWrong = (result: string, published: string) =>
  `Seed, seal and beacon give ${result}, not ${published}.`;
export const voidThoughDrawable = (result: string) =>
  `The draw was called off, but seed, seal and beacon give ${result}: that is what should have been drawn.`;
export const voidNoResult = 'The draw was called off before it was sealed: there is no result.';
export const voidAfterSeal =
  'The draw was called off after it was sealed. It waits for no beacon, so it should have been drawn, and the operator knew what.';
export const voidBeaconSays = 'Whether it should have been drawn is for the beacon to say.';
export const shownRight = 'The site shows its players what it signed.';
export const voidAfterResult = 'The draw has a result and was called off all the same.';
export const shownVoid = 'The site shows its players that the draw was called off, and every stake goes back.';
export const needsRecords = 'This needs the records of the draw and the ticket.';
export const receiptFor = (name: string, numbers: string, stake: string) =>
  `The receipt is for ${name} ${numbers}, ${stake}, in this draw.`;
export const receiptOtherDraw = (id: string) => `The receipt is for a ticket of the draw ${id}, not of this one.`;
export const leafRight = 'The ticket hashes to its leaf.';
export const leafWrong = 'The ticket does not hash to the leaf of the receipt: one of them was changed.';
export const promised = 'The operator signed the promise that this ticket is in the draw.';
export const notPromised = 'The operator did not sign this ticket for this draw.';
export const acceptedBefore = (time: string) => `It was accepted ${time} before sales closed.`;
export const acceptedAfter = (time: string) => `It was accepted ${time} after sales closed.`;
export const sealOfOther = 'The seal is of another draw.';
export const savedBeforeSeal = 'The receipt was saved before the seal, and does not hold its place in the tree.';
export const notAmongLeaves = 'The ticket is not among the leaves of the draw.';
export const noSuchLeaf = (index: number, size: number) => `There is no leaf ${index} among the ${size} of the seal.`;
export const pathLength = (count: number, index: number, size: number, needed: number) =>
  `The path has ${count} hashes; from leaf ${index} of ${size} to the root it takes ${needed}.`;
export const included = (index: number, size: number, count: number) =>
  `The ticket is leaf ${index} of the ${size} that were sealed: ${count} hashes lead to the root.`;
export const notIncluded = 'The path does not lead from this ticket to the sealed root: it is not in the draw.';
export const notAWholeLink = 'This address does not hold a whole receipt.';
export const notAsked = 'The site could not be asked whether it still says the same.';
export const garbled = (what: string, why: string) => `What the site answers for ${what} is garbled: ${why}`;
export const withheld = (what: string) => `The site says that it does not have ${what}, which it has to publish.`;
export const otherSeal = (before: string, id: string, now: string) =>
  `This device saw the seal ${before} for the draw ${id}; now the site shows ${now}. A draw has one seal.`;
export const seenBefore = 'This device has seen this seal before, and it is still the same.';
export const keptNow = 'This device keeps the seal from now on, and will notice if the site ever shows another.';
export const savedDiffers = (what: string) => `The ${what} in the file is another than the one the site shows now.`;
export const savedSame = 'The site still says what it said when this receipt was saved.';
export const keyTwice = (key: string) =>
  `The operator’s key ${key} is listed twice: a key that was replaced does not come back.`;
export const keyFollowsNone = (key: string) => `The first key, ${key}, follows a key that is not listed.`;
export const keyUnannounced = (key: string) => `Nothing announces the operator’s key ${key}.`;
export const keyAnnouncesOthers = (key: string, before: string) =>
  `The announcement of the operator’s key ${key} names other keys than ${before} and it.`;
export const keyBeforeUnsigned = (before: string, key: string) =>
  `The key ${before} did not sign that ${key} follows it.`;
export const keyUnsigned = (key: string) => `The key ${key} did not sign its own announcement.`;
export const keyEarly = (key: string) => `The operator’s key ${key} was announced before the key that it replaced.`;

export const keyKnownUnannounced = (key: string) =>
  `No announcement connects the key ${key}, which is known as the operator’s, with the keys that the operator lists.`;
export const keySigningUnannounced = (key: string) =>
  `No announcement connects the key ${key}, which signed this draw, with the keys that the operator lists.`;
export const beaconSigned = (round: number, at: string) =>
  `The beacon’s members signed round ${round}, which came into being ${at}.`;
export const beaconGaveIt = 'The site does not publish it: the beacon itself gave it.';
/** @param address where the public beacon answers; null for another one */
export const askBeacon = (round: number, address: string | null) =>
  `The draw was sealed and then called off, because round ${round} did not come, as the site says. The beacon was not asked here: ask it${address === null ? '' : `, at ${address}`}. If it has that round, the draw should have been drawn.`;
export const shownDiffers = {
  closesAt: 'The closing time that the site shows is not what it signed.',
  drawsAt: 'The time of the draw that the site shows is not what it signed.',
  commitment: 'The commitment that the site shows is not what it signed.',
  result: 'The result that the site shows is not what it signed.',
};
export const tickets = (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`);

const firstPlaces = { 1: 'came out first', 2: 'came out among the first two', 3: 'came out among the first three' };
/** How many of a ticket's numbers hit, and which. */
export const hits = (count: number, all: number, depth: 1 | 2 | 3 | 'exact', which: string) =>
  `${count} of ${all} ${depth === 'exact' ? 'came out in its exact place' : firstPlaces[depth]}${which === '' ? '' : ` (${which})`}`;
export const won = (hit: string, mult: number, payout: string) => `Won: ${hit}, which pays ×${mult}, ${payout}.`;
export const lost = (hit: string) => `Lost: ${hit}, which pays nothing.`;

/** The parts that the site is asked for. */
export const things = {
  operatorKeys: 'the operator’s keys',
  rules: 'the rules',
  leaves: 'the list of tickets',
  proof: 'the proof of this draw',
  seals: 'the chain of seals',
};
