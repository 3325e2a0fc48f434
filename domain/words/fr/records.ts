import type * as english from '#domain/words/en/records.ts';

type Words = {
  readonly [Name in keyof typeof english]: (typeof english)[Name] extends string ? string : (typeof english)[Name];
};

const names: Readonly<Record<string, string>> = {
  'announcement of a key': 'annonce d’une clé',
  answer: 'réponse',
  'beacon chain': 'chaîne d’aléa',
  'beacon of a draw without one': 'aléa d’un tirage qui n’en a pas',
  'beacon reference': 'référence de l’aléa',
  'beacon round': 'numéro de l’aléa',
  beacon: 'aléa public',
  'chain hash': 'empreinte de la chaîne',
  commitment: 'engagement',
  'draw hash': 'empreinte du tirage',
  'draw record': 'fiche du tirage',
  draw: 'tirage',
  'former key': 'ancienne clé',
  key: 'clé',
  'kind of beacon': 'genre d’aléa',
  leaf: 'feuille',
  'list of keys': 'liste des clés',
  'next key': 'clé suivante',
  'number of tickets': 'nombre de tickets',
  'operator’s key': 'clé de l’opérateur',
  'page of results': 'page de résultats',
  'page of seals': 'page de sceaux',
  path: 'chemin',
  'place in the tree': 'place dans l’arbre',
  'previous seal hash': 'empreinte du sceau précédent',
  proof: 'preuve',
  'public key': 'clé publique',
  receipt: 'reçu',
  'record of the draw': 'fiche du tirage',
  'reserved end of a draw record': 'fin réservée de la fiche du tirage',
  'reserved part of a ticket record': 'partie réservée de la fiche du ticket',
  result: 'résultat',
  root: 'racine',
  round: 'numéro de l’aléa',
  'rules hash': 'empreinte du règlement',
  'seal hash': 'empreinte du sceau',
  'seal record': 'fiche du sceau',
  seal: 'sceau',
  seed: 'graine',
  'signature of the beacon': 'signature de l’aléa',
  'signature of the commitment': 'signature de l’engagement',
  'signature of the former key': 'signature de l’ancienne clé',
  'signature of the next key': 'signature de la clé suivante',
  'signature of the receipt': 'signature du reçu',
  'signature of the seal': 'signature du sceau',
  signature: 'signature',
  stake: 'mise',
  'ticket record': 'fiche du ticket',
  'time of acceptance': 'heure d’acceptation',
  'time of the announcement': 'heure de l’annonce',
  'time of the draw': 'heure du tirage',
  'time of the seal': 'heure du sceau',
  'time sales close': 'heure de clôture des mises',
  'time sales open': 'heure d’ouverture des mises',
  'total of stakes': 'total des mises',
  'unused places of a ticket record': 'places libres de la fiche du ticket',
};

export const nameOf: Words['nameOf'] = (name) => names[name] ?? name;

const quoted = (name: string) => `« ${nameOf(name)} »`;
const length = (name: string, bytes: number, given: number) =>
  `${quoted(name)} doit avoir ${bytes} octets, et non ${given}.`;

export const recordLength: Words['recordLength'] = length;
export const noTag: Words['noTag'] = (name) => `Ces octets ne commencent pas par la marque de ${quoted(name)}.`;
export const notZero: Words['notZero'] = (name) => `${quoted(name)} doit être à zéro.`;
export const fieldLength: Words['fieldLength'] = length;
export const notU64: Words['notU64'] = (value) => `${value} ne peut pas s’écrire en u64.`;
export const pastSafe: Words['pastSafe'] = (name) => `${quoted(name)} dépasse 2⁵³ − 1.`;
export const notUuid: Words['notUuid'] = (id) => `"${id}" n’est pas un UUID.`;
export const absent: Words['absent'] = (name) => `${quoted(name)} manque ici.`;
export const notHex: Words['notHex'] = (name) => `${quoted(name)} n’est pas en hexadécimal.`;
export const notAResult: Words['notAResult'] = 'Un résultat, ce sont les numéros 1 à 9, chacun une fois.';
export const notANumber: Words['notANumber'] = (name) => `${quoted(name)} n’est pas un nombre.`;
export const notAPath: Words['notAPath'] = 'Le chemin n’est pas une liste d’empreintes.';
export const saltLength: Words['saltLength'] = 'Un sel a 16 octets.';
export const tooManyNumbers: Words['tooManyNumbers'] = 'Un ticket contient au plus neuf numéros.';
export const noStake: Words['noStake'] = 'Un ticket a une mise.';
export const ticketLength: Words['ticketLength'] = 'Une fiche de ticket a 96 octets.';
export const noBetType: Words['noBetType'] = (code) => `Aucun type de pari n’a le code ${code}.`;
export const wrongCount: Words['wrongCount'] = (betType, wanted, given) =>
  `${betType} prend ${wanted} ${wanted < 2 ? 'numéro' : 'numéros'}, et non ${given}.`;
export const wrongNumbers: Words['wrongNumbers'] = 'Les numéros d’un ticket vont de 1 à 9, chacun au plus une fois.';
export const noPeriod: Words['noPeriod'] =
  'Une chaîne d’aléa a une heure de départ et une période, en secondes entières.';
export const notSeals: Words['notSeals'] = 'Ce n’est pas une page de sceaux.';
export const notKeys: Words['notKeys'] = 'Ce n’est pas une liste de clés.';
export const wrongTimes: Words['wrongTimes'] =
  'Un tirage ouvre, puis ferme, puis a lieu ; ces heures sont dans un autre ordre.';
export const noBeacon: Words['noBeacon'] = (kind) => `Il n’y a pas d’aléa du genre ${kind}.`;
export const noRoundZero: Words['noRoundZero'] = 'L’aléa public n’a pas de valeur numéro 0.';
