import type { words as english } from '#web/words/en/profile.ts';

export const words: typeof english = {
  title: 'Profil',
  lead: 'Vos informations, vos limites de jeu et vos appareils connectés.',

  data: {
    title: 'Informations personnelles',
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
    note: 'Se connecter ou changer de mot de passe par e-mail',
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
    note: 'Changer votre mot de passe',
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
    title: 'Sécurité',
    note: 'Clés d’accès, application d’authentification et appareils connus',
  },

  notices: {
    title: 'Notifications',
    note: 'Ce que nous vous signalons, et comment',
  },

  sessions: {
    title: 'Où vous êtes connecté',
    note: 'Vos appareils',
    current: 'Cet appareil',
    signedIn: 'Connecté',
    lastSeen: 'dernière utilisation',
    end: 'Déconnecter',
    endOf: (device) => `Déconnecter ${device}`,
    ended: 'Cet appareil est déconnecté.',
  },

  activity: { title: 'Activité récente', note: 'Connexions et changements' },
  myData: {
    title: 'Mes données',
    note: 'Les télécharger, ou fermer votre compte',
  },

  logOut: 'Se déconnecter',
};
