import type * as english from '#domain/words/en/verify.ts';

type Words = {
  readonly [Name in keyof typeof english]: (typeof english)[Name] extends string ? string : (typeof english)[Name];
};

export const needsDraw: Words['needsDraw'] = 'Il faut la fiche du tirage, qui est fausse.';
export const otherDraw: Words['otherDraw'] = (id) => `Cette fiche est celle du tirage ${id}, pas de celui-ci.`;
export const drawRead: Words['drawRead'] = (closes, draws) =>
  `La fiche est bien celle de ce tirage : clôture des mises le ${closes}, tirage le ${draws}.`;
export const keyRetired: Words['keyRetired'] = (at) =>
  `Les mises de ce tirage ont ouvert après le ${at}, quand l’opérateur a remplacé la clé qui l’a signé.`;
export const keyOfMany: Words['keyOfMany'] = (key, place, count) =>
  `La clé ${key} a signé ce tirage : la numéro ${place} sur ${count} que l’opérateur a eues, chacune annoncée par la précédente.`;
export const keyKnown: Words['keyKnown'] = 'Le site signe avec la clé connue comme celle de l’opérateur.';
export const keyOther: Words['keyOther'] =
  'Le site signe avec une autre clé que celle connue comme celle de l’opérateur.';
export const noRules: Words['noRules'] = 'Le règlement n’a pas été donné.';
export const rulesSame: Words['rulesSame'] =
  'Le règlement publié est, octet pour octet, celui sous lequel ce tirage a été vendu.';
export const rulesOther: Words['rulesOther'] =
  'Le règlement publié n’est pas celui sous lequel ce tirage a été vendu : son empreinte est autre.';
export const committed: Words['committed'] =
  'L’opérateur a signé l’engagement sur sa graine avec la fiche de ce tirage.';
export const commitmentSignatureWrong: Words['commitmentSignatureWrong'] =
  'La signature de l’opérateur sur l’engagement est fausse.';
export const sealOtherRecord: Words['sealOtherRecord'] = 'Le sceau nomme une autre fiche de tirage que celle-ci.';
export const sealOtherCommitment: Words['sealOtherCommitment'] =
  'Le sceau nomme un autre engagement que celui pris avant les mises.';
export const sealNames: Words['sealNames'] = (tickets) => `Le sceau nomme ce tirage, son engagement et ${tickets}.`;
export const voidBeforeSeal: Words['voidBeforeSeal'] =
  'Le tirage a été annulé avant d’être scellé : cela n’existe pas.';
export const notSealed: Words['notSealed'] = 'Le tirage n’est pas encore scellé.';
export const needsSeal: Words['needsSeal'] = 'Il faut le sceau, qui est faux.';
export const sealSigned: Words['sealSigned'] = 'L’opérateur a signé le sceau.';
export const sealSignatureWrong: Words['sealSignatureWrong'] = 'La signature de l’opérateur sur le sceau est fausse.';
export const sealedEarly: Words['sealedEarly'] = (at) => `Il a été scellé le ${at}, avant la clôture des mises.`;
export const sealedLate: Words['sealedLate'] = (at) => `Il a été scellé le ${at}, pas avant le tirage.`;
export const sealTimeChosen: Words['sealTimeChosen'] = (at) =>
  `Il a été scellé le ${at}. Sans aléa public, ce doit être l’instant même de la clôture des mises : tout autre est un choix, et le résultat en dépend.`;
export const sealTimeFree: Words['sealTimeFree'] = (at) =>
  `Il a été scellé le ${at} : après la clôture des mises et avant le tirage. L’opérateur a choisi la milliseconde, et le résultat en dépend.`;
export const sealedInTime: Words['sealedInTime'] = (at) =>
  `Il a été scellé le ${at} : après la clôture des mises et avant le tirage.`;
export const noPreviousSeal: Words['noPreviousSeal'] = 'Le sceau précédent n’a pas été donné.';
export const chainBroken: Words['chainBroken'] =
  'Le sceau ne nomme pas le sceau précédent : la chaîne des sceaux est rompue.';
export const firstSeal: Words['firstSeal'] = 'C’est le premier sceau du site.';
export const sealBefore: Words['sealBefore'] = (hash) => `Le sceau nomme le précédent, ${hash}.`;
export const noLeaves: Words['noLeaves'] = 'La liste des empreintes de tickets n’a pas été donnée.';
export const leavesNotWhole: Words['leavesNotWhole'] =
  'La liste des empreintes de tickets ne contient pas des empreintes entières de 32 octets.';
export const leafTwice: Words['leafTwice'] = (index) => `La feuille ${index} y est deux fois.`;
export const leafUnordered: Words['leafUnordered'] = (index) =>
  `La feuille ${index} n’est pas à sa place : les feuilles vont en croissant.`;
export const leafCount: Words['leafCount'] = (tickets, count) =>
  `Le sceau nomme ${tickets}, la liste en contient ${count}.`;
export const leavesWhole: Words['leavesWhole'] = (tickets) =>
  `La liste contient les ${tickets} du sceau, chacun une fois, dans l’ordre.`;
export const noLeavesToHash: Words['noLeavesToHash'] =
  'La liste des empreintes de tickets manque pour en calculer la racine.';
export const rootRight: Words['rootRight'] = (root) =>
  `Les tickets de la liste donnent la racine du sceau, ${root} : aucun n’a été ajouté, retiré ni changé.`;
export const rootWrong: Words['rootWrong'] =
  'Les tickets de la liste ne donnent pas la racine du sceau : ce ne sont pas les tickets scellés.';
export const sealedSeedWithheld: Words['sealedSeedWithheld'] =
  'Le tirage est scellé, mais sa graine n’est pas publiée.';
export const drawnSeedWithheld: Words['drawnSeedWithheld'] =
  'Le tirage a un résultat, mais sa graine n’est pas publiée.';
export const seedSecret: Words['seedSecret'] = 'Le tirage a été annulé, et sa graine reste secrète.';
export const seedWithSeal: Words['seedWithSeal'] = 'La graine vient avec le sceau.';
export const seedWithResult: Words['seedWithResult'] = 'La graine vient avec le résultat.';
export const seedSwapped: Words['seedSwapped'] =
  'La graine n’est pas celle sur laquelle l’opérateur s’est engagé avant l’ouverture des mises.';
export const seedEarly: Words['seedEarly'] = 'La graine a été montrée avant que le tirage soit scellé.';
export const seedRight: Words['seedRight'] =
  'La graine est celle sur laquelle l’opérateur s’est engagé avant l’ouverture des mises.';
export const beaconOtherKind: Words['beaconOtherKind'] =
  'L’aléa public est d’un autre genre que celui que le tirage a nommé.';
export const beaconOtherChain: Words['beaconOtherChain'] = 'La chaîne de l’aléa n’est pas celle du tirage.';
export const beaconOtherRound: Words['beaconOtherRound'] = (round, named) =>
  `C’est la valeur numéro ${round} ; avant l’ouverture des mises, le tirage a nommé la numéro ${named}.`;
export const beaconUnasked: Words['beaconUnasked'] = 'Le tirage n’a nommé aucun aléa public, et pourtant en voici un.';
export const beaconNone: Words['beaconNone'] = 'Il n’y a pas d’aléa public : ce tirage repose sur l’opérateur.';
export const beaconUnknown: Words['beaconUnknown'] = (chain) =>
  `La chaîne d’aléa ${chain} n’est pas de celles que ce contrôle accepte.`;
export const beaconRoundWrong: Words['beaconRoundWrong'] = (round) =>
  `La valeur numéro ${round} n’est pas la première à partir de l’heure du tirage.`;
export const beaconWithheld: Words['beaconWithheld'] =
  'Le tirage a un résultat, mais son aléa public n’est pas publié.';
export const beaconNotAwaited: Words['beaconNotAwaited'] =
  'Le tirage a été annulé avant d’être scellé : il n’attend aucun aléa.';
export const beaconComes: Words['beaconComes'] = (round, at) => `La valeur numéro ${round} vient le ${at}.`;
export const beaconNoCode: Words['beaconNoCode'] =
  'Le code qui contrôle l’aléa public n’a pas pu être chargé : connectez-vous, puis vérifiez à nouveau.';
export const beaconWrong: Words['beaconWrong'] = (round) =>
  `Ce n’est pas la valeur numéro ${round} de l’aléa : sa signature est fausse.`;
export const resultDue: Words['resultDue'] = (result) =>
  `Le résultat n’est pas encore publié ; ce ne peut être que ${result}.`;
export const noResult: Words['noResult'] = 'Le tirage n’a pas encore de résultat.';
export const resultEarly: Words['resultEarly'] = 'Le tirage a un résultat, mais n’a jamais été scellé.';
export const needsAll: Words['needsAll'] = 'Il faut le sceau, la graine et l’aléa.';
export const resultRight: Words['resultRight'] = (result) =>
  `La graine, le sceau et l’aléa donnent ${result}, le résultat.`;
export const resultWrong: Words['resultWrong'] = (result, published) =>
  `La graine, le sceau et l’aléa donnent ${result}, et non ${published}.`;
export const voidThoughDrawable: Words['voidThoughDrawable'] = (result) =>
  `Le tirage a été annulé, mais la graine, le sceau et l’aléa donnent ${result} : c’est ce qui aurait dû être tiré.`;
export const voidNoResult: Words['voidNoResult'] =
  'Le tirage a été annulé avant d’être scellé : il n’y a pas de résultat.';
export const voidAfterSeal: Words['voidAfterSeal'] =
  'Le tirage a été annulé après avoir été scellé. Il n’attend aucun aléa : il aurait donc dû être tiré, et l’opérateur savait quoi.';
export const voidBeaconSays: Words['voidBeaconSays'] = 'S’il aurait dû être tiré, c’est à l’aléa public de le dire.';
export const shownRight: Words['shownRight'] = 'Le site montre à ses joueurs ce qu’il a signé.';
export const voidAfterResult: Words['voidAfterResult'] = 'Le tirage a un résultat et a été annulé quand même.';
export const shownVoid: Words['shownVoid'] =
  'Le site montre à ses joueurs que le tirage a été annulé, et chaque mise est remboursée.';
export const needsRecords: Words['needsRecords'] = 'Il faut les fiches du tirage et du ticket.';
export const receiptFor: Words['receiptFor'] = (name, numbers, stake) =>
  `Le reçu est pour ${name} ${numbers}, ${stake}, dans ce tirage.`;
export const receiptOtherDraw: Words['receiptOtherDraw'] = (id) =>
  `Le reçu est pour un ticket du tirage ${id}, pas de celui-ci.`;
export const leafRight: Words['leafRight'] = 'Le ticket donne bien son empreinte.';
export const leafWrong: Words['leafWrong'] = 'Le ticket ne donne pas l’empreinte du reçu : l’un des deux a été changé.';
export const promised: Words['promised'] = 'L’opérateur a signé la promesse que ce ticket est dans le tirage.';
export const notPromised: Words['notPromised'] = 'L’opérateur n’a pas signé ce ticket pour ce tirage.';
export const acceptedBefore: Words['acceptedBefore'] = (time) => `Il a été accepté ${time} avant la clôture des mises.`;
export const acceptedAfter: Words['acceptedAfter'] = (time) => `Il a été accepté ${time} après la clôture des mises.`;
export const sealOfOther: Words['sealOfOther'] = 'Le sceau est celui d’un autre tirage.';
export const savedBeforeSeal: Words['savedBeforeSeal'] =
  'Le reçu a été enregistré avant le sceau, et ne contient pas sa place dans l’arbre.';
export const notAmongLeaves: Words['notAmongLeaves'] = 'Le ticket n’est pas parmi les feuilles du tirage.';
export const noSuchLeaf: Words['noSuchLeaf'] = (index, size) =>
  `Il n’y a pas de feuille ${index} parmi les ${size} du sceau.`;
export const pathLength: Words['pathLength'] = (count, index, size, needed) =>
  `Le chemin a ${count} empreintes ; de la feuille ${index} sur ${size} à la racine, il en faut ${needed}.`;
export const included: Words['included'] = (index, size, count) =>
  `Le ticket est la feuille ${index} sur les ${size} scellées : ${count} empreintes mènent à la racine.`;
export const notIncluded: Words['notIncluded'] =
  'Le chemin ne mène pas de ce ticket à la racine scellée : il n’est pas dans le tirage.';
export const notAWholeLink: Words['notAWholeLink'] = 'Cette adresse ne contient pas un reçu entier.';
export const notAsked: Words['notAsked'] =
  'Le site n’a pas pu être interrogé pour savoir s’il dit toujours la même chose.';
export const garbled: Words['garbled'] = (what, why) => `La réponse du site est illisible (${what}) : ${why}`;
export const withheld: Words['withheld'] = (what) => `Le site dit ne pas avoir ce qu’il doit publier : ${what}.`;
export const otherSeal: Words['otherSeal'] = (before, id, now) =>
  `Cet appareil a vu le sceau ${before} pour le tirage ${id} ; maintenant le site montre ${now}. Un tirage n’a qu’un sceau.`;
export const seenBefore: Words['seenBefore'] = 'Cet appareil a déjà vu ce sceau, et c’est toujours le même.';
export const keptNow: Words['keptNow'] =
  'Cet appareil garde le sceau désormais, et remarquera si le site en montre un jour un autre.';
export const savedDiffers: Words['savedDiffers'] = (what) =>
  `Dans le fichier, ceci n’est pas ce que le site montre maintenant : ${what}.`;
export const savedSame: Words['savedSame'] = 'Le site dit toujours ce qu’il disait quand ce reçu a été enregistré.';
export const keyTwice: Words['keyTwice'] = (key) =>
  `La clé ${key} de l’opérateur est deux fois dans la liste : une clé remplacée ne revient pas.`;
export const keyFollowsNone: Words['keyFollowsNone'] = (key) =>
  `La première clé, ${key}, suit une clé absente de la liste.`;
export const keyUnannounced: Words['keyUnannounced'] = (key) => `Rien n’annonce la clé ${key} de l’opérateur.`;
export const keyAnnouncesOthers: Words['keyAnnouncesOthers'] = (key, before) =>
  `L’annonce de la clé ${key} de l’opérateur nomme d’autres clés que ${before} et elle.`;
export const keyBeforeUnsigned: Words['keyBeforeUnsigned'] = (before, key) =>
  `La clé ${before} n’a pas signé que ${key} la suit.`;
export const keyUnsigned: Words['keyUnsigned'] = (key) => `La clé ${key} n’a pas signé sa propre annonce.`;
export const keyEarly: Words['keyEarly'] = (key) =>
  `La clé ${key} de l’opérateur a été annoncée avant celle qu’elle remplace.`;

export const keyKnownUnannounced: Words['keyKnownUnannounced'] = (key) =>
  `Aucune annonce ne relie la clé ${key}, connue comme celle de l’opérateur, aux clés que l’opérateur énumère.`;
export const keySigningUnannounced: Words['keySigningUnannounced'] = (key) =>
  `Aucune annonce ne relie la clé ${key}, qui a signé ce tirage, aux clés que l’opérateur énumère.`;
export const beaconSigned: Words['beaconSigned'] = (round, at) =>
  `Les membres de l’aléa public ont signé la valeur numéro ${round}, née le ${at}.`;
export const beaconGaveIt: Words['beaconGaveIt'] = 'Le site ne la publie pas : l’aléa public l’a donnée lui-même.';
export const askBeacon: Words['askBeacon'] = (round, address) =>
  `Le tirage a été scellé puis annulé, parce que la valeur numéro ${round} n’est pas venue, selon le site. L’aléa public n’a pas été interrogé ici : interrogez-le${address === null ? '' : `, à ${address}`}. S’il a cette valeur, le tirage aurait dû avoir lieu.`;
export const shownDiffers: Words['shownDiffers'] = {
  closesAt: 'L’heure de clôture que montre le site n’est pas celle qu’il a signée.',
  drawsAt: 'L’heure du tirage que montre le site n’est pas celle qu’il a signée.',
  commitment: 'L’engagement que montre le site n’est pas celui qu’il a signé.',
  result: 'Le résultat que montre le site n’est pas celui qu’il a signé.',
};
export const tickets: Words['tickets'] = (count) => (count < 2 ? `${count} ticket` : `${count} tickets`);

const firstPlaces = { 1: 'premier', 2: 'dans les deux premiers', 3: 'dans les trois premiers' };
export const hits: Words['hits'] = (count, all, depth, which) =>
  `${count} sur ${all} ${depth === 'exact' ? 'à la bonne place' : firstPlaces[depth]}${which === '' ? '' : ` (${which})`}`;
export const won: Words['won'] = (hit, mult, payout) => `Gagné : ${hit}, ce qui rapporte ×${mult}, ${payout}.`;
export const lost: Words['lost'] = (hit) => `Perdu : ${hit}, ce qui ne rapporte rien.`;

export const things: Words['things'] = {
  operatorKeys: 'les clés de l’opérateur',
  rules: 'le règlement',
  leaves: 'la liste des tickets',
  proof: 'la preuve de ce tirage',
  seals: 'la chaîne des sceaux',
};
