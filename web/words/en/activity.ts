import type { SecurityEventKind } from '#contract/security.ts';

/** Words of *Recent activity*. */
export const words = {
  lead: 'What happened in your account in the last 90 days. If something was not you, change your password.',
  empty: { title: 'Nothing yet', text: 'Sign-ins and changes will appear here.' },
  list: 'Recent activity',
  from: (network: string) => `network ${network}`,
  /** Of an event that this version of the app does not know. */
  other: 'Account activity',
  kind: {
    sign_up: 'Account opened',
    sign_in: 'Signed in',
    sign_in_new_device: 'Signed in on a new device',
    sign_in_failed: 'Failed sign-in: wrong password',
    sign_in_throttled: 'Sign-in paused after many wrong passwords',
    log_out: 'Logged out',
    sessions_ended: 'Signed out other devices',
    password_changed: 'Password changed',
    password_wrong: 'Wrong password entered to confirm a change',
    password_throttled: 'Changes paused after many wrong passwords',
    password_reset_asked: 'Code to reset the password requested',
    password_reset: 'Password reset with a code',
    email_asked: 'New e-mail address entered',
    email_given_up: 'New e-mail address withdrawn',
    email_proven: 'E-mail address confirmed',
    email_removed: 'E-mail address removed',
    phone_confirmed: 'Phone confirmed',
    code_wrong: 'Wrong code entered',
    profile_changed: 'Personal details changed',
    limit_lowered: 'Play limit set or lowered',
    limit_raised: 'Higher play limit requested',
    break_started: 'Break from play started',
    data_exported: 'Copy of your data downloaded',
    closing_begun: 'Closing of the account began',
    closing_taken_back: 'Account kept after all',
    foreign_id_refused: 'Request for another account’s data refused',
  } satisfies Record<SecurityEventKind, string>,
};
