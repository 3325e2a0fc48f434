import { codeMinutes, undoHours, type Messages } from '#server/words/en/messages.ts';

/**
 * An SMS holds 160 letters of GSM-7, which has é è à ù and É, but neither ç ê ô î œ, nor typographic quotes, nor spaces that do not
 * break: with one of those it takes two or three times the price. So some words are avoided here, such as "reçu" and "bientôt".
 */
const rules = `valable ${codeMinutes} minutes. Ne le donnez à personne.`;
const rulesOfEmail = `Il est valable ${codeMinutes} minutes. Ne le donnez à personne.`;

export const messages: Messages = {
  codes: {
    confirm_phone: (code) => ({
      sms: `Votre code Izi est ${code}, ${rules}`,
      email: `Votre code Izi est ${code}. ${rulesOfEmail}`,
    }),
    confirm_email: (code) => ({
      sms: `Code Izi pour confirmer votre e-mail : ${code}, ${rules}`,
      email: `Votre code Izi pour confirmer cette adresse e-mail est ${code}. ${rulesOfEmail}`,
    }),
    reset_password: (code) => ({
      sms: `Code Izi pour un nouveau mot de passe : ${code}, ${rules}`,
      email: `Votre code Izi pour choisir un nouveau mot de passe est ${code}. ${rulesOfEmail}`,
    }),
    second_step: (code) => ({
      sms: `Code Izi pour vous connecter sur un nouvel appareil : ${code}, ${rules}`,
      email: `Votre code Izi pour vous connecter sur un nouvel appareil est ${code}. ${rulesOfEmail}`,
    }),
    change_phone: (code) => ({
      sms: `Code Izi pour utiliser ce numéro avec votre compte : ${code}, ${rules}`,
      email: `Votre code Izi pour utiliser ce numéro avec votre compte est ${code}. ${rulesOfEmail}`,
    }),
  },

  plain: {
    phone_has_account: {
      sms: "Izi : ce numéro a déjà un compte. Si l'inscription vient de vous, connectez-vous ou choisissez un nouveau mot de passe.",
      email:
        'Quelqu’un a voulu s’inscrire sur Izi avec ce numéro de téléphone, qui a déjà un compte. Si c’était vous, connectez-vous ou choisissez un nouveau mot de passe.',
    },
    email_has_account: {
      sms: "Izi : cet e-mail a déjà un compte. Si l'inscription vient de vous, connectez-vous ou choisissez un nouveau mot de passe.",
      email:
        'Quelqu’un a voulu s’inscrire sur Izi avec cette adresse e-mail, qui a déjà un compte. Si c’était vous, connectez-vous ou choisissez un nouveau mot de passe.',
    },
    identity_accepted: {
      sms: "Izi : votre pièce d'identité est acceptée. Des limites plus hautes valent désormais pour votre compte.",
      email: 'Votre pièce d’identité a été acceptée. Des limites plus hautes valent désormais pour votre compte Izi.',
    },
    identity_refused: {
      sms: "Izi : votre pièce d'identité n'est pas acceptée. La raison se trouve dans votre profil, sous Mon identité.",
      email:
        'Votre pièce d’identité n’a pas été acceptée. La raison se trouve dans le profil de votre compte Izi, sous Mon identité.',
    },
    sign_in_locked: {
      sms: 'Izi : nous avons bloqué la connexion à votre compte. Tout le monde est déconnecté. Contactez-nous.',
      email: 'Nous avons bloqué la connexion à votre compte Izi. Tout le monde est déconnecté. Contactez-nous.',
    },
    play_locked: {
      sms: 'Izi : nous avons bloqué les paris et les recharges sur votre compte. Les retraits restent possibles. Contactez-nous.',
      email:
        'Nous avons bloqué les paris et les dépôts sur votre compte Izi. Vous pouvez toujours retirer. Contactez-nous.',
    },
    withdrawals_locked: {
      sms: 'Izi : nous avons bloqué les retraits de votre compte. Contactez-nous.',
      email: 'Nous avons bloqué les retraits de votre compte Izi. Contactez-nous.',
    },
    account_unlocked: {
      sms: 'Izi : nous avons levé le blocage de votre compte.',
      email: 'Nous avons levé le blocage de votre compte Izi.',
    },
    limit_tightened: {
      sms: 'Izi : nous avons abaissé une limite de votre compte. Voyez Limites de jeu dans votre profil.',
      email: 'Nous avons abaissé une limite de votre compte Izi. Voyez Limites de jeu dans votre profil.',
    },
    break_begun: {
      sms: 'Izi : une pause de jeu a commencé sur votre compte. Les retraits restent possibles.',
      email: 'Une pause de jeu a commencé sur votre compte Izi. Vous pouvez toujours retirer.',
    },
    care_limit: {
      sms: "Izi : vous jouez plus que d'habitude. Pendant 28 jours, vos mises et recharges de la semaine sont limitées. Voyez Limites de jeu.",
      email:
        'Vous avez joué plus que d’habitude. Pendant 28 jours, Izi limite vos dépôts et vos mises de chaque semaine. Voyez Limites de jeu dans votre profil.',
    },
    care_break: {
      sms: "Izi : votre jeu nous inquiète, une pause d'une semaine a commencé. Les retraits restent possibles. Pour en parler, contactez-nous.",
      email:
        'Votre façon de jouer nous inquiète. Nous avons commencé une pause d’une semaine. Vous pouvez toujours retirer. Si vous voulez en parler, contactez-nous.',
    },
    name_changed: {
      sms: "Izi : nous avons changé le nom de votre compte. Les retraits attendent 48 heures. Si ce n'est pas à votre demande, contactez-nous.",
      email:
        'Nous avons changé le nom de votre compte Izi. Les retraits attendent 48 heures. Si vous ne l’avez pas demandé, contactez-nous.',
    },
    change_undone: {
      sms: 'Votre compte Izi est protégé : tout le monde est déconnecté, les retraits sont suspendus. Choisissez un nouveau mot de passe, puis contactez-nous.',
      email:
        'Votre compte Izi est protégé : tout le monde est déconnecté, le mot de passe ne marche plus et les retraits sont arrêtés. Choisissez un nouveau mot de passe, puis contactez-nous.',
    },
  },

  changes: {
    password_changed: { sms: 'Izi : mot de passe changé.', email: 'Le mot de passe de votre compte Izi a été changé.' },
    totp_added: {
      sms: 'Izi : application de codes ajoutée.',
      email: 'Une application d’authentification a été ajoutée à votre compte Izi.',
    },
    totp_removed: {
      sms: 'Izi : application de codes supprimée.',
      email: 'L’application d’authentification de votre compte Izi a été supprimée.',
    },
    passkey_added: {
      sms: "Izi : clé d'accès ajoutée.",
      email: 'Une clé d’accès a été ajoutée à votre compte Izi.',
    },
    passkey_removed: {
      sms: "Izi : clé d'accès supprimée.",
      email: 'Une clé d’accès de votre compte Izi a été supprimée.',
    },
    passkey_counter_fell: {
      sms: "Izi : copie possible d'une clé d'accès.",
      email: 'Une clé d’accès de votre compte Izi a peut-être été copiée.',
    },
    recovery_codes_changed: {
      sms: 'Izi : nouveaux codes de secours créés.',
      email: 'De nouveaux codes de secours ont été créés pour votre compte Izi. Les anciens ne marchent plus.',
    },
    recovery_code_used: {
      sms: 'Izi : un code de secours a servi.',
      email: 'Un code de secours de votre compte Izi a été utilisé.',
    },
    email_changed: {
      sms: 'Izi : adresse e-mail changée.',
      email: 'L’adresse e-mail de votre compte Izi a été changée.',
    },
    phone_changed: { sms: 'Izi : téléphone changé.', email: 'Le téléphone de votre compte Izi a été changé.' },
    new_device: {
      sms: 'Izi : connexion sur un nouvel appareil.',
      email: 'Quelqu’un s’est connecté à votre compte Izi sur un nouvel appareil.',
    },
    signed_in_after_tries: {
      sms: 'Izi : connexion après plusieurs essais.',
      email: 'Quelqu’un a saisi le mot de passe de votre compte Izi après plusieurs essais incorrects.',
    },
    large_withdrawal: {
      sms: 'Izi : gros retrait de votre compte.',
      email: 'Un gros retrait a été fait sur votre compte Izi.',
    },
  },

  undo: (link) => ({
    sms: `Pas vous ? Protégez-vous sous ${undoHours} h : ${link}`,
    email: `Si ce n’était pas vous, protégez votre compte dans les ${undoHours} heures : ${link}`,
  }),
  undoUnsaid: 'Si ce n’était pas vous : ••••••',
  noUndo: {
    sms: "Si ce n'était pas vous, choisissez vite un nouveau mot de passe et contactez-nous.",
    email: 'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et contactez-nous.',
  },
};
