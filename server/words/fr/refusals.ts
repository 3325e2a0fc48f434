import type { Refusals } from '#server/words/en/refusals.ts';

const inWords = (count: number, unit: string) => `${count} ${unit}${count < 2 ? '' : 's'}`;
const periods = { day: 'par jour', week: 'par semaine', month: 'par mois' };
const countryNames = new Intl.DisplayNames('fr', { type: 'region' });
const list = new Intl.ListFormat('fr');

export const refusals: Refusals = {
  required: 'À remplir.',
  noSuchField: 'Ce champ n’existe pas.',
  notFitting: 'Cette valeur ne convient pas.',
  notAllowed: 'Ce texte contient des caractères non autorisés.',
  nestedTooDeep: 'L’imbrication est trop profonde.',
  bodyRequired: 'Un corps en JSON est obligatoire.',
  bodyNotUtf8: 'Le corps n’est pas un texte en UTF-8.',
  bodyNotJson: 'Le corps n’est pas du JSON.',
  bodyBrokeOff: 'Le corps s’est interrompu.',
  sendOneOf: (mediaTypes) => `Envoyez ${mediaTypes.join(' ou ')}.`,
  cursor: 'Un curseur d’une réponse précédente.',

  cappedDraw: 'Ce tirage n’accepte plus de paris de ce type. Choisissez un autre tirage.',

  machine: {
    keyWanted: 'Envoyez une clé de machine dans l’en-tête Authorization, après Bearer.',
    keyUnknown: 'Cette clé est inconnue, terminée ou révoquée.',
    keyInAddress:
      'Une clé va dans l’en-tête Authorization. Une adresse reste dans des journaux : faites révoquer cette clé.',
    wrongAddress: 'Cette clé n’est pas acceptée depuis cette adresse.',
    noScope: (scope: string) => `Cette clé n’a pas le droit ${scope}.`,
    tooManyCalls: (most: number) => `Cette clé permet ${most} appels par minute.`,
  },

  wait: {
    seconds: (count) => inWords(count, 'seconde'),
    minutes: (count) => inWords(count, 'minute'),
    hours: (count) => inWords(count, 'heure'),
  },
  tooManyAttempts: (wait) => `Trop d’essais. Réessayez dans ${wait}.`,
  tooManyPasswords: (wait) =>
    `Trop de mots de passe incorrects. Réessayez dans ${wait}, ou choisissez un nouveau mot de passe.`,
  tooManyStreams: 'Trop de flux sont ouverts. Fermez-en.',
  codeOnItsWay: (wait) => `Un code est en route. Vous pourrez en demander un nouveau dans ${wait}.`,
  noMessagesNow: (wait) => `Nous ne pouvons pas vous envoyer de message en ce moment. Réessayez dans ${wait}.`,
  tooManyMessages: (wait) => `Trop de messages ont été envoyés. Utilisez le dernier, ou réessayez dans ${wait}.`,
  onlyMobile: 'Nous n’envoyons de messages qu’aux numéros mobiles.',
  dataOnceADay: (wait) => `Vos données peuvent être téléchargées une fois par jour. Réessayez dans ${wait}.`,

  codeOver: 'Ce code n’est plus valable. Demandez-en un nouveau.',
  codeWrong: (triesLeft) =>
    triesLeft > 0
      ? `Ce code est faux. Il vous reste ${triesLeft < 2 ? 'un essai' : `${triesLeft} essais`}.`
      : 'Ce code est faux, et c’était le dernier essai. Demandez un nouveau code.',
  appCodeWrong: 'Ce code est faux ou a déjà servi. Saisissez le code suivant de votre application.',
  recoveryCodeWrong: 'Ce code de secours est faux ou a déjà servi.',
  noPhoneWaits: 'Aucun numéro de téléphone n’attend de code. Saisissez le numéro à nouveau.',
  noEmailWaits: 'Aucune adresse e-mail n’attend de code.',
  samePhone: 'C’est déjà le téléphone de votre compte.',
  phoneConfirmed: 'Votre téléphone est déjà confirmé.',
  idToken: 'Ce jeton ne confirme pas votre téléphone.',
  flowFirst: 'Demandez d’abord un code : il vient avec le champ flow auquel il appartient.',
  noCodeThisWay: 'Aucun code ne peut être envoyé ainsi pour cette connexion.',

  phoneWanted: 'Saisissez un numéro de téléphone valable, comme +225 07 12 34 56 78.',
  mobileWanted: 'Saisissez un numéro mobile : nous envoyons le code par SMS.',
  oldNumber: (today) => `C’est un ancien numéro à 8 chiffres. Aujourd’hui, c’est le ${today}.`,
  phonesOf: (countries) =>
    `Seuls les numéros de ces pays sont acceptés : ${list.format(countries.map((country) => countryNames.of(country)!))}.`,
  noPhoneIn: (country) =>
    `Ce numéro n’est pas valable dans ce pays : ${countryNames.of(country)}. Vérifiez les chiffres et le pays.`,
  countries: (codes) => `Choisissez un de ces pays : ${codes.join(', ')}.`,
  birthDate: 'Saisissez une date de naissance valable.',
  commonPassword:
    'Beaucoup de gens utilisent ce mot de passe, il est donc facile à deviner. Choisissez-en un plus long, par exemple quatre mots.',
  personalPassword:
    'D’autres peuvent le deviner d’après ce qu’ils savent de vous. Choisissez-en un plus long, par exemple quatre mots.',

  strongProof: (withPasskey, code) => {
    const what = code === 'app' ? 'un code de votre application d’authentification' : 'un code de secours';
    return withPasskey
      ? `Pour continuer, utilisez votre clé d’accès, ou votre mot de passe et ${what}.`
      : `Saisissez votre mot de passe et ${what} pour continuer.`;
  },
  passkeyBeforeUndo:
    'Cette clé d’accès a été créée peu avant la protection du compte. Prenez un autre moyen, ou contactez-nous.',
  passkeyCopied: 'Cette clé d’accès a peut-être été copiée. Prenez un autre moyen, et supprimez-la dans votre profil.',
  passkeySet: 'Cette clé d’accès existe déjà.',
  passkeysFull: (most) => `Vous avez ${most} clés d’accès. Supprimez-en une d’abord.`,
  appAlready: 'Vous avez déjà une application d’authentification. Supprimez-la d’abord.',
  noAppWaits: 'Aucune application d’authentification n’attend son premier code.',
  recoveryNeedsFactor:
    'Les codes de secours viennent avec une clé d’accès ou une application d’authentification. Ajoutez-en une d’abord.',

  documentAccepted: 'Votre pièce est déjà acceptée.',
  documentNumber: 'Saisissez le numéro tel qu’il figure sur la pièce.',
  documentOver: 'Cette pièce n’est plus valable. Envoyez-en une qui l’est.',
  documentSides: 'Envoyez d’abord une photo de chaque face.',

  inUse: {
    money: 'Il y a de l’argent dans vos portefeuilles. Retirez-le d’abord.',
    payment: 'Un paiement est en cours. Attendez qu’il soit terminé.',
    ticket: 'Certains de vos tickets ne sont pas encore décidés. Attendez leurs tirages.',
  },
  mayNotPlay: 'Le personnel, ses proches et les fournisseurs ne peuvent pas jouer ici.',
  pausedUntil: (moment) => `Le jeu est suspendu jusqu’au ${moment}.`,
  overLimit: (kind, period, amount, starts) =>
    `Cela dépasse votre limite de ${kind === 'deposit' ? 'dépôts' : 'mises'} ${periods[period]}, ${amount}. La limite repart à zéro le ${starts}.`,
  overTier: (most, days) => `Au plus ${most} en ${days === 1 ? '24 heures' : '30 jours'}.`,
  largeWin: (amount) =>
    `Vous avez gagné ${amount}. Avant de verser un gain de cette taille, nous devons voir une pièce d’identité. Envoyez-la sous Mon identité, dans votre profil.`,
  withoutDocument: (most, days) =>
    `Sans pièce d’identité, vous pouvez recharger ${most} en ${days} ${days < 2 ? 'jour' : 'jours'}, et retirer autant. Envoyez-en une sous Mon identité, dans votre profil.`,

  payElsewhere:
    'Le service de paiement ne peut pas s’en charger pour le moment. Rien ne vous a été prélevé. Essayez un autre moyen, ou plus tard.',
  methodElsewhere: 'Ce moyen de paiement n’est pas disponible dans ce pays.',
  ownPhoneOnly: 'Les retraits ne vont qu’au téléphone confirmé du compte.',
  amountFromTo: (least, most, step) => `De ${least} à ${most}, par tranche de ${step}.`,
  paymentsUnderWay: (most, direction) =>
    `${most} ${direction === 'deposit' ? 'dépôts' : 'retraits'} de ce compte sont en cours. Attendez que l’un d’eux soit terminé.`,
  owed: (amount) => `Un paiement vers ce compte a été repris après avoir été dépensé. Rechargez d’abord ${amount}.`,

  notLearnt:
    'Nous n’avons pas pu savoir si les tickets ont été validés. Réessayez : ils ne peuvent pas être pris deux fois.',
  walletBusy:
    'Le portefeuille est occupé par autre chose. Réessayez dans un instant : les tickets ne peuvent pas être pris deux fois.',
  sameIds: 'Deux tickets ont le même identifiant.',
  idTime: 'L’identifiant porte une heure trop éloignée de maintenant. Faites-en un nouveau.',
  placedAlready: 'Ce ticket a déjà été validé.',
  favouritesFull: (most) => `Vous pouvez garder ${most} favoris au plus.`,
  daysAtMost: (most) => `${most} jours au plus.`,
  todayIs: (today) => `Nous sommes le ${today}.`,
  cannotPush: 'Aucune notification ne peut être envoyée à cette adresse.',
  byDraw: 'Par tirage : soit pending, soit certains de win, lost et void.',

  device: { on: (browser, system) => `${browser} sur ${system}`, unknown: 'Inconnu' },
};
