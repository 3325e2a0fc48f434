import type { ProblemCode } from './problems.ts';

/** The titles and sentences of `problems.ts` in French. Status and code are the same in every language. */
export const problems = {
  invalid_request: ['Demande incorrecte', 'Des champs manquent ou sont faux.'],
  unauthenticated: ['Non connecté', 'Connectez-vous pour continuer.'],
  wrong_credentials: ['Connexion refusée', 'Le téléphone, l’e-mail ou le mot de passe est incorrect.'],
  proof_needed: ['Confirmez que c’est vous', 'Saisissez votre mot de passe pour continuer.'],
  signature_needed: ['Signez avec votre clé d’accès', 'Votre clé d’accès doit signer exactement ceci.'],
  not_from_console: [
    'Pas depuis la console',
    'Cela ne vient pas de la page de la console. Rechargez la page et réessayez.',
  ],
  setup_needed: [
    'Pas encore installé',
    'Créez d’abord deux clés d’accès, ou un mot de passe et une application si votre rôle le permet.',
  ],
  not_allowed: ['Non autorisé', 'Votre rôle ne le permet pas.'],
  not_found: ['Introuvable', 'Il n’y a rien ici.'],
  method_not_allowed: ['Méthode non autorisée', 'Cette adresse n’accepte pas cette méthode.'],
  conflict: ['Conflit', 'Cela a changé entre-temps. Rechargez et réessayez.'],
  ticket_conflict: ['Identifiant de ticket déjà pris', 'Cet identifiant est celui d’un autre ticket.'],
  phone_taken: ['Téléphone déjà utilisé', 'Ce numéro est celui d’un autre compte. Connectez-vous à ce compte.'],
  email_taken: ['E-mail déjà utilisé', 'Cette adresse e-mail est celle d’un autre compte. Prenez-en une autre.'],
  identity_pending: [
    'Contrôle d’identité en cours',
    'Nous contrôlons la pièce que vous avez envoyée. Nous vous préviendrons ensuite.',
  ],
  payload_too_large: ['Trop gros', 'C’est plus que cette adresse n’accepte.'],
  unsupported_media_type: ['Format non accepté', 'Envoyez du JSON.'],
  insufficient_funds: ['Solde insuffisant', 'Le portefeuille ne contient pas assez pour cela.'],
  draw_closed: ['Mises closes', 'Les mises sont closes pour ce tirage.'],
  draw_not_open: ['Mises pas encore ouvertes', 'Les mises de ce tirage ne sont pas encore ouvertes.'],
  sales_stopped: [
    'Mises suspendues',
    'Les mises sont suspendues pour le moment. Rien n’a été débité. Choisissez un autre tirage, ou revenez plus tard.',
  ],
  unknown_draw: ['Tirage inconnu', 'Ce tirage n’existe pas.'],
  invalid_selection: ['Numéros incorrects', 'Les numéros ne conviennent pas à ce type de pari.'],
  stake_out_of_range: ['Mise hors limites', 'Ce type de pari n’accepte pas ce montant.'],
  amount_out_of_range: ['Montant hors limites', 'Ce paiement n’accepte pas ce montant.'],
  limit_reached: ['Limite atteinte', 'Cela dépasse une limite de votre compte.'],
  excluded: ['Jeu suspendu', 'Le jeu est suspendu sur ce compte.'],
  account_closed: [
    'Compte en cours de fermeture',
    'Ce compte est en cours de fermeture. Reprenez la fermeture pour jouer à nouveau.',
  ],
  account_in_use: ['Compte en service', 'Ce compte ne peut pas encore être fermé.'],
  identity_needed: [
    'Contrôle d’identité demandé',
    'Nous devons contrôler votre identité avant que vous puissiez jouer ou recharger. Envoyez une pièce sous Mon identité, dans votre profil. Les retraits marchent comme toujours.',
  ],
  image_refused: [
    'Photo non acceptée',
    'Cette photo ne peut pas servir. Prenez une photo nette de la pièce, en JPEG ou en PNG.',
  ],
  phone_unconfirmed: ['Téléphone non confirmé', 'Confirmez d’abord votre numéro de téléphone.'],
  cooling_off: [
    'Les retraits attendent',
    'Vos moyens de connexion ont changé il y a peu. Les retraits attendent qu’il soit certain que c’était vous.',
  ],
  underage: ['Trop jeune', 'Le jeu est interdit aux moins de 18 ans.'],
  invalid_code: ['Code incorrect', 'Ce code est faux ou n’est plus valable. Vérifiez-le, ou demandez-en un nouveau.'],
  link_over: ['Lien expiré', 'Ce lien a servi, ou il a plus de 15 minutes. Demandez-en un nouveau.'],
  challenge_over: ['Connexion terminée', 'C’était trop long, ou il y a eu trop d’essais. Reconnectez-vous.'],
  passkey_unknown: [
    'Clé d’accès inconnue',
    'Cette clé d’accès a été supprimée ici, ou elle est celle d’un autre compte. Prenez un autre moyen.',
  ],
  passkey_refused: [
    'Clé d’accès refusée',
    'Cette clé d’accès n’a pas pu être contrôlée. Réessayez, ou prenez un autre moyen.',
  ],
  weak_password: [
    'Mot de passe trop facile à deviner',
    'Ce mot de passe est facile à deviner. Choisissez-en un autre.',
  ],
  wrong_password: ['Mot de passe incorrect', 'Le mot de passe actuel est incorrect.'],
  method_unavailable: ['Moyen de paiement indisponible', 'Ce moyen de paiement n’est pas disponible là.'],
  payment_rejected: ['Paiement refusé', 'Le service de paiement a refusé.'],
  too_many_payments: [
    'Trop de paiements en cours',
    'Trop de paiements de ce compte sont en cours. Attendez que l’un d’eux soit terminé.',
  ],
  money_owed: ['Somme due', 'Un paiement vers ce compte a été repris après avoir été dépensé. Rechargez d’abord.'],
  idempotency_mismatch: ['Clé d’idempotence déjà prise', 'Cette clé d’idempotence a servi pour une autre demande.'],
  withdrawals_stopped: [
    'Retraits suspendus',
    'Les retraits sont suspendus pour le moment. L’argent reste dans le portefeuille.',
  ],
  messages_stopped: [
    'Messages indisponibles',
    'Nous ne pouvons pas vous envoyer de message en ce moment. Réessayez plus tard.',
  ],
  rate_limited: ['Trop d’essais', 'Trop d’essais. Attendez un instant et réessayez.'],
  overloaded: ['Trop de monde', 'Le site est très chargé. Rien n’a été débité. Réessayez dans un instant.'],
  unavailable: ['Indisponible', 'Ce n’est pas disponible pour le moment. Réessayez.'],
  unexpected: ['Erreur inattendue', 'Une erreur s’est produite de notre côté.'],
} as const satisfies Record<ProblemCode, readonly [title: string, detail: string]>;
