import type { OperatorWords } from '#server/words/en/operators.ts';

/** The demands of the database, as its functions say them. */
const demands: Readonly<Record<string, string>> = {
  'Whoever asked may still ask for this': 'Qui l’a demandé peut encore le demander',
  'It is neither withdrawn nor expired': 'La demande n’est ni retirée ni expirée',
  'You did not ask for it': 'La demande n’est pas de vous',
  'Your role may approve it': 'Votre rôle peut l’approuver',
  'You have been an operator for a day': 'Vous êtes opérateur depuis un jour',
  'Somebody else approves it': 'Quelqu’un d’autre l’approuve',
  'The account is there': 'Le compte existe',
  'An undo has stopped payouts': 'Une protection a arrêté les retraits',
  'The client is taken for an excluded person': 'Le joueur est pris pour une personne exclue',
  'The cap is still what it was when this was asked for': 'Le plafond est encore celui de la demande',
  'It is raised': 'Il est relevé',
  'The draw is on sale': 'Le tirage est en vente',
  'It is no pause of a cap, which ends when the cap is raised':
    'Ce n’est pas une suspension par un plafond, qui finit quand il est relevé',
  'Every draw that it calls off closes in a minute or later':
    'Chaque tirage à annuler ferme dans une minute ou plus tard',
  'No draw that it calls off has a ticket': 'Aucun tirage à annuler n’a de ticket',
  'The player reads a sentence about it': 'Le joueur lit une phrase à ce sujet',
  'who approves has two passkeys': 'qui approuve a deux clés d’accès',
  'Nobody of the two has lowered it': 'Aucune des deux personnes ne l’a baissé',
  'Sales are still stopped by it': 'Elle suspend encore les mises',
  'Nobody of the two stopped them': 'Aucune des deux personnes ne les a suspendues',
  'The draw is open': 'Le tirage est ouvert',
  'Its sales close in a minute or later': 'Ses mises ferment dans une minute ou plus tard',
  'Somebody is in it': 'Il contient au moins une personne',
  'Withdrawals are stopped': 'Les retraits sont arrêtés',
  'A full pass of the last hour has found nothing, and began after the last mismatch was found':
    'Un contrôle complet de la dernière heure n’a trouvé aucun écart, et a commencé après le dernier écart',
  'The withdrawal is still held': 'Le retrait est encore bloqué',
  'Its amount is as when it was asked': 'Son montant est celui de la demande',
  'The withdrawals of this player do not wait': 'Les retraits de ce joueur n’attendent pas',
  'Neither operator is the player': 'Aucun des deux opérateurs n’est le joueur',
  'Its provider was asked in the last 5 minutes': 'Son prestataire a été interrogé dans les 5 dernières minutes',
  'A line of the provider’s statement is attached': 'Une ligne du relevé du prestataire est jointe',
  'The amount that was given back is more than is booked, and no more than was paid':
    'Le montant rendu dépasse ce qui est comptabilisé, et ne dépasse pas ce qui a été payé',
  'It gives or takes something': 'Il donne ou reprend quelque chose',
  'A case is named, or a payment of this player': 'Un dossier est nommé, ou un paiement de ce joueur',
  'The wallet does not go below zero': 'Le portefeuille ne passe pas sous zéro',
  'Whoever asks has not locked the account': 'Qui demande n’a pas bloqué le compte',
  'Whoever approves has not locked the account': 'Qui approuve n’a pas bloqué le compte',
  'No document of the player waits': 'Aucune pièce du joueur n’attend',
  'This is locked': 'Ceci est bloqué',
  'The phone is another one': 'Le téléphone est différent',
  'The phone belongs to nobody else': 'Le téléphone n’est à personne d’autre',
  'The name is another one': 'Le nom est différent',
  'The entry is there': 'L’entrée existe',
  'It begins at a moment that lies ahead': 'Il commence à un moment à venir',
  'It is another one than the newest': 'Il diffère du plus récent',
  'It is an amount in whole francs, up to 9,000,000,000,000':
    'Le montant est en francs entiers, jusqu’à 9 000 000 000 000',
  'The newest is still the one that it was asked against': 'Le plus récent est encore celui de la demande',
  'Notable is a whole number above zero, and strong is no less':
    'Notable est un nombre entier positif, et fort n’est pas plus petit',
  'Times the usual is a whole number from 0 to 100': 'Le multiple de l’habitude est un nombre entier de 0 à 100',
  'the operator was invited and is not in yet': 'l’opérateur est invité et pas encore admis',
  'the roles are those of the invitation': 'les rôles sont ceux de l’invitation',
  'two passkeys are set, or a password and an app where no role approves':
    'deux clés d’accès sont enregistrées, ou un mot de passe et une application si aucun rôle n’approuve',
  'these are all that is set': 'rien d’autre n’est enregistré',
  'it is about somebody else': 'il s’agit de quelqu’un d’autre',
  'the operator is in': 'l’opérateur est admis',
  'something new is set': 'quelque chose de nouveau est enregistré',
  'these are all that is new': 'rien d’autre n’est nouveau',
  'the operator has the roles that were seen': 'l’opérateur a encore les rôles affichés',
  'the roles change': 'les rôles changent',
};

const statuses: Readonly<Record<string, string>> = {
  review: 'bloqué',
  created: 'créé',
  pending: 'en attente',
  processing: 'en cours',
  unknown: 'inconnu',
  succeeded: 'crédité',
  paid: 'versé',
  failed: 'échoué',
  expired: 'expiré',
  refunded: 'rendu',
};

/** Demands that name a payment's status. */
function demandOfStatus(sentence: string): string {
  const [, says = '', status = ''] = /^(The payment is still|It can be) (\w+)$/.exec(sentence) ?? [];
  const named = statuses[status];
  if (named === undefined) return sentence;
  return says === 'It can be' ? `Il peut passer à « ${named} »` : `Le paiement est encore « ${named} »`;
}

export const operators: OperatorWords = {
  over: {
    ended: 'Cette session a été terminée. Reconnectez-vous.',
    expired: 'Une session dure 12 heures au plus. Reconnectez-vous.',
    idle: 'Vous étiez absent depuis 15 minutes. Reconnectez-vous.',
    disabled: 'Cet opérateur ne peut plus rien faire.',
    locked: 'Après cinq essais manqués, personne n’entre pendant 15 minutes. Réessayez plus tard.',
  },
  wrongAddress: 'La console n’est pas ouverte à cette adresse.',
  wrongCredentials:
    'Le nom, le mot de passe ou le code est incorrect. Après cinq essais manqués, personne n’entre pendant 15 minutes.',
  setup: {
    full: 'Vous avez dix clés d’accès. Faites-en d’abord supprimer une.',
    taken: 'Cette clé d’accès est déjà enregistrée. Prenez un autre appareil.',
    needsPasskeys: 'Votre rôle exige des clés d’accès.',
    passwordFirst: 'Définissez d’abord un mot de passe.',
  },
  request: {
    over: 'Cette demande est terminée, ou son délai est passé.',
    own: 'Vous l’avez demandé. Quelqu’un d’autre doit décider.',
    not_own: 'Quelqu’un d’autre l’a demandé.',
    too_new: 'Un nouvel opérateur n’approuve rien pendant un jour.',
    asker: 'Qui l’a demandé n’en a plus le droit.',
    changed: 'Ce que vous avez signé a changé entre-temps. Vérifiez et signez à nouveau.',
    unmet: (demand) => `Ce n’est pas le cas : ${demand}.`,
  },
  demand: (sentence) => demands[sentence] ?? demandOfStatus(sentence),
  payment: {
    paid: 'Un retrait versé est définitif : il n’y a rien à demander.',
    held: 'Il est bloqué, donc son prestataire n’en a pas connaissance.',
    not_held: 'Ce retrait n’est pas bloqué.',
    decided: 'Quelqu’un a déjà décidé de ce retrait.',
    payouts_wait: 'Les retraits de ce joueur attendent, car ses moyens de connexion ont changé.',
    own: 'Ce compte est le vôtre.',
    takes_two:
      'Avec celui-ci, le joueur retirerait plus de 1 000 000 XOF en 24 heures : cela se fait à deux. Faites une demande.',
  },
  money: {
    fullHour: 'Une heure pleine : les sommes sont tenues par heure.',
    tooLong: 'Cette durée est trop longue.',
    hourAtMost: 'Une heure plus tard au plus.',
  },
  timetable: {
    none: 'Il n’y a pas encore de calendrier. Démarrez d’abord un worker.',
    closeBefore: (minutes) => `Moins que les ${minutes} minutes entre deux tirages.`,
  },
  stoppedAlready: 'C’est déjà suspendu, ou ce tirage n’est pas en vente.',
  cap: {
    notOnSale: 'Ce tirage n’est pas en vente.',
    notLower: (cap) => `Ce n’est pas plus bas : le plafond est à présent de ${cap}.`,
  },
  care: {
    hasOpen: 'Ce joueur a un dossier ouvert.',
    closedOrNoted: 'Le dossier est clos, ou contient déjà ce contact. Vérifiez-le.',
    closedOrNobody: 'Le dossier est clos, ou personne de ce nom n’est à l’assistance ou à la conformité.',
    closed: 'Le dossier est déjà clos.',
  },
  document: {
    not_waiting: 'Quelqu’un a déjà décidé de cette pièce.',
    document_over: 'Cette pièce n’est plus valable.',
    renamed: 'Le joueur vient de changer de nom. Vérifiez à nouveau.',
    document_taken: 'Cette pièce a été acceptée dans un autre compte.',
  },
  onListAlready: 'Ce téléphone ou ce joueur est déjà sur la liste.',
  manyViews: 'Vous avez cent vues. Supprimez-en d’abord une.',
  manyPeople: (most) =>
    `Un fichier de plus de ${most.toLocaleString('fr')} personnes se fait à deux. Faites une demande.`,
  exposure: {
    notComputed: 'Le worker ne l’a pas encore calculé. Réessayez dans un instant.',
    calledOff: 'Ce tirage a été annulé. Il ne paie rien : ses mises sont remboursées.',
    otherRules: (rules) => `Ce tirage suit les règles ${rules}, inconnues de cette version.`,
  },
  report: {
    years: 'Un jour de 1970 à 9998.',
    notBegun: 'Cette période n’a pas commencé.',
    ofNow: 'Ce rapport montre l’état présent : choisissez une période qui n’est pas finie.',
  },
  heldAgainst: {
    in: 'Dépôts par compte · écritures de dépôts',
    staked: 'Mises par compte · écritures de paris',
    won: 'Gains par compte · écritures de gains',
    returned: 'Mises remboursées · écritures de remboursements',
    adjusted: 'Corrections à la main · écritures d’ajustements',
    out: 'Retraits par compte · écritures des joueurs vers les prestataires',
    chargedBack: 'Dépôts repris, par compte · écritures de reprises',
    openingAndMovements: 'État initial et mouvements · état final de tous les comptes',
    wallets: 'État des comptes · portefeuilles enregistrés, moins les mouvements depuis',
    openStakes: 'Mises des tickets sans résultat · mises détenues par les tirages',
    held: 'Bloqué pour retraits · écritures qui le bloquent',
    allAccounts: 'Dû aux joueurs · contrepartie chez maison, prestataires et ajustements',
    stakes: 'Mises par tirage · écritures qui les encaissent',
    payouts: 'Gains par tirage · écritures de gains',
    voidStakes: 'Mises des tirages annulés · écritures de remboursements',
    dues: 'Ce qui a été payé · ce qui était dû pour ces tickets',
    posted: 'Paiements aboutis · leurs écritures chez les prestataires',
    lines: 'Lignes du journal d’audit · leurs numéros, qui se suivent',
    wrongLines: 'Lignes fausses du journal d’audit · résultat du dernier contrôle de sa chaîne',
    lastFullPass: 'Écarts du dernier contrôle complet · ce que ce contrôle dit avoir trouvé',
    accounts: 'Comptes à la fin de la période · portefeuilles, moins ceux des comptes ultérieurs',
    salesStopped: 'Lignes qui suspendent les mises · les suspensions elles-mêmes',
    salesStarted: 'Lignes qui reprennent les mises · les suspensions terminées',
  },
};
