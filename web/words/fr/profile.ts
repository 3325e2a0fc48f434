import type { PlayLimit } from '#contract/play-limits.ts';
import type { words as english } from '#web/words/en/profile.ts';

const kinds: Record<PlayLimit['kind'], string> = { deposit: 'déposés ', stake: '' };
const periods: Record<PlayLimit['period'], string> = { day: 'aujourd’hui', week: 'cette semaine', month: 'ce mois-ci' };

export const words: typeof english = {
  title: 'Profil',
  open: {
    looking: 'Lecture des réglages de votre compte, et de ce qui reste à faire…',
    none: 'Tout est en ordre.',
    count: (count) => (count < 2 ? 'Il reste une chose à faire :' : `Il reste ${count} choses à faire :`),
    phone: 'confirmer votre téléphone',
    password: 'changer votre mot de passe',
    email: 'ajouter un e-mail',
    emailCode: 'confirmer votre e-mail',
    rest: '. Tout le reste est en ordre.',
  },
  groups: { you: 'Vous', signingIn: 'Connexion', limits: 'Vos limites', app: 'Cette application', data: 'Mes données' },
  on: 'Activé',
  off: 'Désactivé',
  until: (moment) => `Jusqu’au ${moment}`,

  data: {
    title: 'Informations personnelles',
    note: (name, birthDay) => `${name}, né(e) le ${birthDay}`,
    phone: 'Téléphone',
    confirmed: 'Confirmé',
    unconfirmed: 'Non confirmé',
    confirm: 'Confirmer mon téléphone',
    unconfirmedTitle: 'Votre téléphone n’est pas confirmé',
    unconfirmedText: 'Une fois confirmé, vous pourrez recharger, jouer et retirer.',
    birthDate: 'Date de naissance',
    memberSince: 'Inscrit depuis le',
    firstName: 'Prénom',
    lastName: 'Nom',
    country: 'Pays',
    city: 'Ville',
    address: 'Adresse',
    save: 'Enregistrer',
    saved: 'Vos changements sont enregistrés.',
    unsaved: 'Changements non enregistrés',
    discard: 'Abandonner les changements',
    nothing: 'Il n’y a rien à enregistrer.',
  },

  phone: { title: 'Téléphone' },

  email: {
    title: 'E-mail',
    note: 'Pour le jour où le téléphone est perdu',
    notAdded: 'Absent',
    none: 'Vous n’avez pas encore d’adresse e-mail. Avec une adresse confirmée, vous pouvez vous connecter et remplacer un mot de passe oublié.',
    add: 'Ajouter une adresse e-mail',
    change: 'Changer d’adresse e-mail',
    next: 'Nouvelle adresse e-mail',
    nextHint: 'Nous y enverrons un code. Rien ne change avant que vous ne le saisissiez.',
    send: 'Envoyer un code',
    sent: (email) => `Nous avons envoyé un message à ${email}. Saisissez son code à six chiffres.`,
    waits: (email) => `Confirmez ${email} avec un code que nous y envoyons.`,
    confirmed: 'Votre adresse e-mail est confirmée.',
    remove: 'Supprimer l’adresse e-mail',
    removed: 'Votre adresse e-mail est supprimée.',
  },

  password: {
    title: 'Mot de passe',
    current: 'Mot de passe actuel',
    next: 'Nouveau mot de passe',
    hint: 'Au moins 8 caractères. Vous serez déconnecté partout ailleurs.',
    save: 'Changer le mot de passe',
    saved: 'Votre mot de passe est changé. Vous êtes déconnecté partout ailleurs.',
    weakTitle: 'Votre mot de passe est facile à deviner',
    weakText:
      'Il figure dans une liste de mots de passe volés sur d’autres sites. Choisissez-en un autre, par exemple quatre mots.',
    changeWeak: 'Changer mon mot de passe',
  },

  security: {
    title: 'Mot de passe, clés d’accès',
    note: 'Ce qui vous connecte',
    both: 'Les deux sont en place',
    withApp: 'Mot de passe et application',
    passwordOnly: 'Un mot de passe seulement',
    strong: 'Fort',
    fair: 'Moyen',
    weak: 'Faible',
  },

  notices: {
    title: 'Notifications',
    note: 'Ce que nous vous signalons, et comment',
    kinds: { win: 'gains', void: 'tirages annulés', payment: 'paiements', limit: 'limites' },
  },

  sessions: {
    title: 'Où vous êtes connecté',
    note: 'Vos appareils',
    andOthers: (device, others) => {
      if (others === 0) return device;
      return others < 2 ? `${device}, et 1 autre` : `${device}, et ${others} autres`;
    },
    current: 'Cet appareil',
    signedIn: 'Connecté',
    lastSeen: 'dernière utilisation',
    end: 'Déconnecter',
    endOf: (device) => `Déconnecter ${device}`,
    ended: 'Cet appareil est déconnecté.',
  },

  identity: {
    upTo: (amount) => `Jusqu’à ${amount} par jour`,
    noLimit: 'Aucune pièce n’est demandée',
    step: (step) => `Étape ${step}`,
    waiting: 'En examen',
    refused: 'Refusée',
  },

  limits: {
    used: (used, amount, kind, period) => `${used} sur ${amount} ${kinds[kind]}${periods[period]}`,
    none: 'Aucune',
  },

  look: {
    title: 'Langue et apparence',
    mode: { light: 'clair', dark: 'sombre' },
  },

  activity: { title: 'Activité récente', note: 'Connexions et changements' },
  myData: {
    title: 'Télécharger, ou fermer le compte',
    note: 'Tout ce que nous gardons sur vous',
    closing: 'Fermeture',
  },

  logOut: 'Se déconnecter',
};
