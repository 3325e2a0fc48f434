import { formatFrancs } from '#domain/money.ts';
import { currency } from '#domain/words/fr/units.ts';
import type * as english from '#contract/words/en/checks.ts';

/** The words of the English file: the same names, of the same kinds. */
type Words = {
  readonly [Name in keyof typeof english]: (typeof english)[Name] extends string ? string : (typeof english)[Name];
};

export const required: Words['required'] = 'À remplir.';
export const atLeast: Words['atLeast'] = (characters) => `Au moins ${characters} caractères.`;
export const atMost: Words['atMost'] = (characters) => `Au plus ${characters} caractères.`;
export const notAllowed: Words['notAllowed'] = 'Ce texte contient des caractères non autorisés.';
export const wholeFrancs: Words['wholeFrancs'] = 'Un montant en francs entiers.';
export const fromFrancs: Words['fromFrancs'] = (least) => `À partir de ${formatFrancs(least, currency)}.`;
export const upToFrancs: Words['upToFrancs'] = (most) => `Au plus ${formatFrancs(most, currency)}.`;
export const noSuchDay: Words['noSuchDay'] = 'Ce jour n’existe pas.';
export const noSuchZone: Words['noSuchZone'] = 'Ce fuseau horaire n’existe pas.';
export const notAnId: Words['notAnId'] = 'Ce n’est pas un identifiant.';
export const uuid7: Words['uuid7'] = 'Un UUID de version 7.';
export const hex: Words['hex'] = 'Des octets en hexadécimal, en minuscules.';
export const base64Url: Words['base64Url'] = 'Des octets en base64url.';
export const oneOf: Words['oneOf'] = (names) => `Un de ceux-ci : ${names.join(', ')}.`;
export const someOf: Words['someOf'] = (names) =>
  `Certains de ceux-ci, séparés par des virgules : ${names.join(', ')}.`;
export const numberText: Words['numberText'] = 'Un numéro de "1" à "9", en texte.';
export const number: Words['number'] = 'Un numéro de "1" à "9".';
export const nineNumbers: Words['nineNumbers'] = 'Au plus neuf numéros.';
export const isoDate: Words['isoDate'] = 'Saisissez une date au format AAAA-MM-JJ.';
export const noDate: Words['noDate'] = 'Cette date n’existe pas.';
export const farDate: Words['farDate'] = 'Entre les années 1900 et 2999.';
export const phone: Words['phone'] = 'Saisissez un numéro de téléphone valable, comme +225 07 12 34 56 78.';
export const email: Words['email'] = 'Saisissez une adresse e-mail valable, comme awa@example.com.';
export const country: Words['country'] = 'Saisissez un code de pays, comme CI.';
export const password: Words['password'] = 'Saisissez un mot de passe.';
export const passwordShort: Words['passwordShort'] = 'Au moins 8 caractères.';
export const passwordLong: Words['passwordLong'] = 'Au plus 128 caractères.';
export const wholeNumber: Words['wholeNumber'] = (least, most) => `Un nombre entier de ${least} à ${most}.`;
export const idsAtMost: Words['idsAtMost'] = (most) => `Au plus ${most} identifiants.`;
export const cursor: Words['cursor'] = 'Un curseur d’une réponse précédente.';
export const accept: Words['accept'] = 'Acceptez le règlement pour continuer.';
export const identifier: Words['identifier'] = 'Saisissez votre téléphone ou votre e-mail.';
export const yourPassword: Words['yourPassword'] = 'Saisissez votre mot de passe.';
export const currentPassword: Words['currentPassword'] = 'Saisissez votre mot de passe actuel.';
export const code: Words['code'] = 'Saisissez les six chiffres du code.';
export const nothingToChange: Words['nothingToChange'] = 'Il n’y a rien à changer.';
export const documentNumber: Words['documentNumber'] = 'Saisissez le numéro tel qu’il figure sur la pièce.';
export const documentKind: Words['documentKind'] = 'Choisissez le genre de pièce.';
export const paymentMethod: Words['paymentMethod'] = 'Un moyen de paiement.';
export const recoveryCode: Words['recoveryCode'] = 'Saisissez un code de secours.';
export const wholeRecoveryCode: Words['wholeRecoveryCode'] =
  'Saisissez un code de secours entier, comme 3-7K2M-9QXA-V0TR.';
export const oneTicket: Words['oneTicket'] = 'Au moins un ticket.';
export const ticketsAtMost: Words['ticketsAtMost'] = (most) => `Au plus ${most} tickets.`;
export const sealHash: Words['sealHash'] = 'L’empreinte d’un sceau, en hexadécimal.';
export const oneContact: Words['oneContact'] = 'Saisissez un numéro de téléphone ou une adresse e-mail, pas les deux.';
export const contact: Words['contact'] = 'Saisissez un numéro de téléphone ou une adresse e-mail.';
export const flow: Words['flow'] = 'Envoyez le champ flow tel qu’il a été reçu.';
export const repeatPassword: Words['repeatPassword'] = 'Répétez le mot de passe.';
export const notTheSame: Words['notTheSame'] = 'Les deux mots de passe sont différents.';
export const oneSecondFactor: Words['oneSecondFactor'] =
  'Donnez l’un de ceux-ci : une clé d’accès, un code de votre application ou un code de secours.';
export const nothingToCheck: Words['nothingToCheck'] = 'Il n’y a rien à vérifier.';
export const keyRequired: Words['keyRequired'] = 'L’en-tête Idempotency-Key est obligatoire.';
export const keyCharacters: Words['keyCharacters'] = 'De 8 à 200 caractères visibles.';
export const oneLimit: Words['oneLimit'] = 'Au moins une limite.';
export const limitsOnce: Words['limitsOnce'] = 'Chaque limite une seule fois.';
export const noToken: Words['noToken'] = 'Le jeton manque.';
export const transport: Words['transport'] = 'Par exemple usb ou internal.';
