import type { words as english } from '#console/words/en/request-sheets.ts';

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
  reversed: 'revenu',
};

function sumOf(
  params: Readonly<Record<string, unknown>> | null | undefined,
  amount: (francs: number) => string,
): string {
  const [balance, taken] = [Number(params?.['balance']), -Number(params?.['amount'])];
  return balance < taken ? ` : ${amount(balance)} − ${amount(taken)} = ${amount(balance - taken)}` : '';
}

function statusOf(params: Readonly<Record<string, unknown>> | null | undefined): string {
  const status = params?.['status'];
  return typeof status === 'string' ? (statuses[status] ?? status) : '?';
}

const compare = 'Comparez les empreintes avec la personne, de vive voix ou à ses côtés.';

const sheets: typeof english.sheets = {
  unlock: {
    title: 'Demander le déblocage',
    intro: 'Quelqu’un d’autre l’approuve. Ni l’un ni l’autre ne doit avoir bloqué le compte.',
    fields: { lock: 'Quoi' },
  },
  change_phone: {
    title: 'Demander un autre téléphone',
    intro:
      'Tout le monde est déconnecté, et les retraits attendent 48 heures. Les anciens contacts sont prévenus, avec un lien qui protège le compte.',
    fields: { phone: 'Nouveau téléphone, avec +225' },
    typed: 'Le nouveau téléphone une deuxième fois',
  },
  change_name: {
    title: 'Demander un autre nom',
    intro: 'Les retraits attendent 48 heures, et le joueur est prévenu.',
    fields: { firstName: 'Prénom', lastName: 'Nom' },
    typed: 'Le nom une deuxième fois',
  },
  start_reset: {
    title: 'Demander l’envoi d’un code de réinitialisation',
    intro: 'Le joueur reçoit un code par téléphone. Personne d’autre ne voit ni ne choisit de mot de passe.',
  },
  lift_undo: {
    title: 'Demander la levée du signalement',
    intro: 'Un lien dans un de nos messages les a arrêtés.',
  },
  clear_match: {
    title: 'Demander d’écarter le rapprochement avec une personne exclue',
    intro: 'Le joueur n’est pas la personne exclue du même nom.',
  },
  let_play: {
    title: 'Demander le retrait de la liste',
    intro: 'La personne peut jouer à nouveau.',
    typed: 'Saisissez le nom',
  },
  export_people: {
    title: 'Demander un fichier de plus de 1 000 joueurs',
    intro:
      'Le fichier contient téléphones et noms en clair. Le worker le crée, et la demande y mène. Son empreinte est conservée toujours, son contenu 24 heures.',
    typed: 'Saisissez fichier pour confirmer',
    word: 'fichier',
  },
  start_sales: {
    title: 'Demander : relancer les ventes',
    intro: 'Rien n’est vendu avant l’accord de quelqu’un d’autre : ni vous, ni qui a suspendu.',
  },
  resume_payments: {
    title: 'Demander : reprendre des paiements',
    intro: 'Personne ne paie ainsi avant l’accord de quelqu’un d’autre : ni vous, ni qui a arrêté.',
  },
  payment_routes: {
    title: 'Demander : changer les routes',
    intro:
      'Les nouveaux paiements les suivent. Ceux en cours restent à leur compte, et ce qui n’a pas de ligne n’est pas proposé.',
    typed: 'Saisissez changer pour confirmer',
    word: 'changer',
  },
  top_up: {
    title: 'Demander : enregistrer un virement',
    intro:
      'Rien n’est envoyé. Ce que la banque a déplacé est écrit dans les livres, pour les comparer avec ce que le prestataire dit détenir.',
    fields: {
      account: 'Compte chez le prestataire',
      amount: 'Montant arrivé, XOF (avec − s’il est revenu à la banque)',
      transfer: 'Référence du virement',
      transferredAt: 'Arrivé le',
    },
    typed: 'Saisissez encore le montant',
  },
  raise_cap: {
    title: 'Demander : relever un plafond',
    intro: 'Ce que le plafond a suspendu sera remis en vente une fois l’exposition recalculée sous 90 %.',
    fields: { amount: 'Nouveau plafond, XOF' },
    typed: 'Saisissez le nouveau plafond',
  },
  call_off_draw: {
    title: 'Demander : annuler ce tirage',
    intro:
      'Il n’aurait jamais lieu, et chaque mise retourne au portefeuille qui l’a payée. Le message reste public sur le tirage, pour toujours ; seuls les opérateurs lisent le motif.',
    fields: { toldEn: 'Message aux joueurs, en anglais', toldFr: 'Message aux joueurs, en français' },
    typed: 'Saisissez l’heure du tirage',
  },
  pay_held_draw: {
    title: 'Demander à payer tel que tiré',
    intro: 'Seulement si le tirage est juste et le refus expliqué.',
    typed: 'Saisissez l’heure du tirage',
  },
  timetable: {
    title: 'Demander : un autre calendrier',
    intro: 'Rien ne change avant l’accord ; le worker crée ensuite la version d’après la demande enregistrée.',
    typed: 'Saisissez les minutes entre les tirages',
  },
  reserve: {
    title: 'Demander : une autre réserve',
    intro: 'Les pires cas lui sont comparés. Elle ne déplace pas d’argent.',
    fields: { amount: 'Réserve, XOF' },
    typed: 'Saisissez le montant',
  },
  release_withdrawal: {
    title: 'Demander : débloquer ce retrait',
    intro: 'Il part vers le téléphone du joueur en quelques secondes, et ne peut être rappelé.',
    typed: 'Saisissez le montant',
  },
  decide_payment: {
    title: 'Demander : résoudre ce paiement manuellement',
    intro:
      'Le joueur le voit dans l’application. Rien ne bouge avant l’accord ; le worker agit ensuite d’après la demande enregistrée.',
    fields: { status: 'Il a été', refunded: 'Rendu en tout', evidence: 'Ligne du relevé du prestataire' },
    typed: 'Saisissez le montant',
  },
  adjust: {
    title: 'Demander : ajuster le portefeuille du joueur',
    intro: 'Rien ne bouge avant l’accord.',
    fields: {
      wallet: 'Portefeuille',
      amount: 'Montant (− pour débiter)',
      payment: 'Paiement concerné',
      told: 'Ce que le joueur lit dans son relevé',
    },
    typed: 'Saisissez à nouveau le montant',
  },
  let_withdrawals_go_on: {
    title: 'Demander : reprendre les retraits',
    intro: 'Pour chaque joueur qui retire.',
    typed: 'Saisissez le mot',
    word: 'reprendre',
  },
  care_threshold: {
    title: (sign) => `Demander : autres seuils, ${sign}`,
    intro: 'Le worker limite les joueurs dont un signal est fort, et ouvre un dossier pour eux.',
    fields: {
      notable: 'Notable dès',
      strong: 'Fort dès',
      times: 'Seulement à tant de fois l’habitude ; 0 pour toujours',
      beginsAt: 'Début',
    },
    typed: 'Saisissez à partir d’où il est fort',
  },
  webhook_endpoint: {
    title: 'Demander : une adresse de webhooks',
    intro: 'Un essai part dès l’accord, si l’hôte est dans WEBHOOK_HOSTS. Les anciennes clés signent encore 24 heures.',
    fields: { url: 'Adresse, en https' },
  },
  machine_key: {
    title: 'Demander : une clé de machine',
    intro:
      'Un programme lit avec elle ce que nomment ses droits, et rien sur une personne. Elle ne change jamais : on la révoque.',
    fields: {
      name: 'À qui est le programme',
      perMinute: 'Appels par minute, au plus',
      endsAt: 'Finit, dans les 365 jours',
    },
  },
  operator_add: { title: (name) => `Demander : activer ${name}`, intro: compare, typed: 'Saisissez le nom' },
  operator_roles: {
    title: (name) => `Demander : donner d’autres rôles à ${name}`,
    intro: 'La personne n’approuve rien pendant 24 heures.',
    typed: 'Saisissez le nom',
  },
  operator_passkey: {
    title: (name) => `Demander : activer les nouvelles clés d’accès de ${name}`,
    intro: compare,
    typed: 'Saisissez le nom',
  },
};

export const words: typeof english = {
  sheets,
  tried: 'Le serveur l’a comparé à l’état présent',
  or: ' ou ',
  asked: (roles) => `Demande envoyée. Elle attend : ${roles}.`,
  mayApprove: (roles) => `À approuver par : ${roles}, avant`,
  unmet: (check) => `Ce n’est pas le cas : ${check}.`,
  notAnyMore: (check) => `Ce n’est plus le cas : ${check}`,
  failures: {
    not_approved: 'Ce n’est pas approuvé.',
    time_over: 'Le délai est passé.',
    not_what_was_signed: 'Ce n’est pas ce que deux personnes ont signé.',
    signature_missing: 'Il manque une signature.',
    webhooks_off: 'Ce site n’a pas de WEBHOOK_KEY.',
    asker_may_not: 'Qui l’a demandé n’en a plus le droit.',
    approver_may_not: 'Qui l’a approuvé n’en a plus le droit.',
  },
  checks: {
    account_exists: 'Le compte existe',
    payouts_stopped: 'Un signalement a arrêté les retraits',
    person_matched: 'Le joueur est pris pour une personne exclue',
    asker_has_not_locked: 'Qui demande n’a pas bloqué le compte',
    approver_has_not_locked: 'Qui approuve n’a pas bloqué le compte',
    no_document_waits: 'Aucune pièce du joueur n’attend',
    locked: 'Ceci est bloqué',
    phone_differs: 'Le téléphone est différent',
    phone_free: 'Le téléphone n’est à personne d’autre',
    name_differs: 'Le nom est différent',
    entry_exists: 'L’entrée existe',
    people_in_file: 'Il contient au moins une personne',
    sales_stopped: 'Elle suspend encore les ventes',
    payments_stopped: 'Il arrête encore les paiements',
    accounts_known: (params) =>
      `Chaque compte est un compte du site${params ? `, mais pas ${String(params['account'])}` : ''}`,
    accounts_carry: (params) =>
      `Chaque compte porte les réseaux pour lesquels il est nommé${params ? `, mais pas ${String(params['line'])}` : ''}`,
    account_used: (params) => `${params ? String(params['account']) : 'Le compte'} est un compte du site`,
    transfer_over: 'Le virement est arrivé, depuis moins de 400 jours',
    transfer_new: (params) =>
      `Aucun virement ${params ? `${String(params['transfer'])} ` : ''}de ce compte n’est encore enregistré`,
    not_paused_by_cap: 'Ce n’est pas une suspension par un plafond, qui finit quand il est relevé',
    not_their_stop: 'Aucune des deux personnes ne les a suspendues',
    cap_unchanged: 'Le plafond est encore celui de la demande',
    cap_raised: 'Il est relevé',
    not_their_cap: 'Aucune des deux personnes ne l’a baissé',
    draw_on_sale: 'Le tirage est en vente',
    draw_open: 'Le tirage est ouvert',
    closes_in_a_minute: 'Ses mises ferment dans une minute ou plus tard',
    draw_held: 'Le contrôle indépendant retient le tirage',
    opinion_given: 'Il a jugé le résultat, ou son délai est passé',
    opinion_unchanged: 'Il n’a rien dit de nouveau depuis la demande',
    begins_ahead: 'Il commence à un moment à venir',
    differs_from_newest: 'Il diffère du plus récent',
    newest_unchanged: 'Le plus récent est encore celui de la demande',
    keys_follow: 'Ses clés restent, ou sont les suivantes',
    key_is_new: 'Une telle clé n’existe pas encore',
    ends_in_a_year: 'Elle finit dans les 365 jours',
    called_off_in_time: 'Chaque tirage à annuler ferme dans une minute ou plus tard',
    called_off_without_tickets: 'Aucun tirage à annuler n’a de ticket',
    amount_in_francs: 'Le montant est en francs entiers, jusqu’à 9 000 000 000 000',
    whole_thresholds: 'Notable est un nombre entier positif, et fort n’est pas plus petit',
    times_in_range: 'Le multiple de l’habitude est un nombre entier de 0 à 100',
    withdrawal_held: 'Le retrait est encore bloqué',
    amount_unchanged: 'Son montant est celui de la demande',
    withdrawals_go: 'Les retraits de ce joueur n’attendent pas',
    not_their_account: 'Aucun des deux opérateurs n’est le joueur',
    provider_asked: 'Son prestataire a été interrogé dans les 5 dernières minutes',
    statement_attached: 'Une ligne du relevé du prestataire est jointe',
    refund_in_range: 'Le montant rendu dépasse ce qui est comptabilisé, et ne dépasse pas ce qui a été payé',
    changes_something: 'Il donne ou reprend quelque chose',
    case_named: 'Un dossier est nommé, ou un paiement de ce joueur',
    payment_over: (params) => `Le paiement nommé est terminé${params ? ` : ${statusOf(params)}` : ''}`,
    wallet_not_negative: (params, amount) => `Le portefeuille ne passe pas sous zéro${sumOf(params, amount)}`,
    not_asked_already: (params) =>
      `Personne n’a déjà demandé la même chose${params ? ` : R-${Number(params['number'])}` : ''}`,
    player_told: 'Le joueur lit une phrase à ce sujet',
    withdrawals_stopped: 'Les retraits sont arrêtés',
    pass_clean:
      'Un rapprochement complet de la dernière heure n’a trouvé aucun écart, et a commencé après le dernier écart',
    operator_invited: 'l’opérateur est invité et pas encore admis',
    roles_as_invited: 'les rôles sont ceux de l’invitation',
    set_up: 'deux clés d’accès sont enregistrées, ou un mot de passe et une application si aucun rôle n’approuve',
    all_that_is_set: 'rien d’autre n’est enregistré',
    about_somebody_else: 'il s’agit de quelqu’un d’autre',
    operator_in: 'l’opérateur est admis',
    something_new: 'quelque chose de nouveau est enregistré',
    all_that_is_new: 'rien d’autre n’est nouveau',
    roles_as_seen: 'l’opérateur a encore les rôles affichés',
    roles_change: 'les rôles changent',
    has_two_passkeys: 'qui approuve a deux clés d’accès',
    asker_may_ask: 'Qui l’a demandé peut encore le demander',
    request_open: 'La demande n’est ni retirée ni expirée',
    not_own_request: 'La demande n’est pas de vous',
    role_approves: 'Votre rôle peut l’approuver',
    operator_for_a_day: 'Vous êtes opérateur depuis un jour',
    somebody_else_approves: 'Quelqu’un d’autre l’approuve',
    payment_still: (params) => `Le paiement est encore « ${statusOf(params)} »`,
    payment_can_be: (params) => `Il peut passer à « ${statusOf(params)} »`,
  },
};
