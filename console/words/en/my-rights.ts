import type { AloneRow } from '#contract/operator/rights.ts';

/** The rows of the table of rights in which one operator acts alone. */
const alone: Readonly<Record<AloneRow, string>> = {
  exports: 'Export lists of players, up to 1,000 people',
  operators: 'Invite an operator, make a new link for one',
  'operators: stop one': 'Disable an operator, remove a passkey',
  'identity documents': 'Check documents',
  'the inbox: put a name on an item': 'Take items of the inbox',
  'stop sales': 'Stop sales',
  'caps on exposure: lower one': 'Lower a cap',
  'care: cases': 'Open, assign and close cases of care',
  'players: end sessions, notes, tighten, lock': 'Lock a player, tighten a limit, end sessions, write notes',
  'people who may not play, test accounts': 'Forbid play, mark a test account',
  'payments: ask again, hold · release, decide by hand': 'Ask a provider again, release or refuse a held withdrawal',
  'payments: stop an account or a network': 'Stop payments of a network or an account',
  'statements of providers: upload, work off': 'Upload statements of providers, close differences',
  'stop withdrawals, look over the books': 'Stop withdrawals, start a full reconciliation',
  'accounts of operators themselves': 'Note an operator’s own account as a player',
  'webhooks: stop one, send again': 'Stop an endpoint of webhooks, send again',
  'machine keys: revoke one': 'Revoke a machine key',
  'money: what the bank says': 'Enter what the bank says',
};

export const words = {
  title: 'What I may do',
  roles: (roles: string) => `roles: ${roles}`,
  notOwn: 'nobody approves what they submitted',
  notOwnStop: 'not my own stop',
  all: 'All approval rules',
  nothing: 'Your roles see, and change nothing.',
  act: 'Action',
  isAlone: 'Alone',
  submit: 'Submit',
  approve: 'Approve',
  yes: 'yes',
  alone,
};
