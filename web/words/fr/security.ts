import type { words as english } from '#web/words/en/security.ts';

export const words: typeof english = {
  passkeys: {
    title: 'Clés d’accès',
    lead: 'Connectez-vous avec votre empreinte, votre visage ou le code de votre appareil. Personne ne peut deviner ni détourner une clé d’accès.',
    unconfirmed: 'Confirmez d’abord votre téléphone. Ensuite vous pourrez créer une clé d’accès.',
    unavailable: 'Ce navigateur n’a pas de clés d’accès. Prenez-en un plus récent pour en créer une.',
    added: 'Créée',
    used: 'dernière utilisation',
    backedUp: 'synchronisée',
    rename: 'Renommer',
    renameOf: (name) => `Renommer ${name}`,
    remove: 'Supprimer',
    removeOf: (name) => `Supprimer ${name}`,
    removed: 'La clé d’accès est supprimée. Effacez-la aussi sur votre appareil.',
    renamed: 'La clé d’accès est renommée.',
    renaming: 'Renommer une clé d’accès',
    save: 'Enregistrer',
  },

  app: {
    title: 'Application d’authentification',
    lead: 'Même avec votre mot de passe ou votre SIM, personne n’entre sur un nouveau téléphone.',
    unconfirmed: 'Confirmez d’abord votre téléphone. Ensuite vous pourrez ajouter une application d’authentification.',
    add: 'Ajouter une application d’authentification',
    addedAt: 'Ajoutée',
    remove: 'Supprimer',
    removeOf: 'Supprimer l’application d’authentification',
    removed: 'L’application d’authentification est supprimée.',
    added: 'Votre application d’authentification est ajoutée.',
  },

  adding: {
    title: 'Ajouter une application d’authentification',
    scan: 'Scannez ce code avec une application comme Google Authenticator ou 2FAS, ou ouvrez-le sur ce téléphone.',
    picture: 'Code QR pour votre application d’authentification',
    open: 'Ouvrir dans une application de ce téléphone',
    type: 'Ou saisissez cette clé dans l’application :',
    enter: 'Puis saisissez les six chiffres que l’application affiche.',
    submit: 'Confirmer',
  },

  recovery: {
    title: 'Codes de secours',
    left: (left) => (left < 2 ? `Il reste ${left} code` : `Il reste ${left} codes`),
    renew: 'Créer de nouveaux codes',
    keep: 'Gardez ces codes là où personne d’autre ne les trouvera. Chacun vous connecte une fois si vous perdez votre clé d’accès ou votre application. Ils ne s’affichent que maintenant.',
    save: 'Enregistrer dans un fichier',
    file: 'izi-codes-de-secours.txt',
    kept: 'Je les ai gardés',
  },

  devices: {
    title: 'Appareils connus',
    lead: 'Sur ceux-ci, votre mot de passe seul suffit.',
    none: 'Il n’y en a pas encore.',
    current: 'Ce navigateur, dernière utilisation',
    lastSeen: 'Dernière utilisation',
    forget: 'Oublier',
    forgetOf: (device) => `Oublier ${device}`,
    forgotten: 'Cet appareil est oublié.',
  },
};
