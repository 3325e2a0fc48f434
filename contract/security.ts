import * as v from 'valibot';
import * as calls from './calls/security.ts';
import { describeCalls } from './endpoint.ts';
import { paging } from './queries.ts';
import { instant, page, uuid } from './values.ts';

const describe = describeCalls('Identity', calls);

/** The kinds of events in the security log. `docs/accounts.md` says when each is written. */
export const securityEventKinds = [
  'sign_up',
  'sign_in',
  'sign_in_new_device',
  'sign_in_failed',
  'sign_in_throttled',
  'log_out',
  'sessions_ended',
  'password_changed',
  'password_wrong',
  'password_throttled',
  'password_reset_asked',
  'password_reset',
  'email_asked',
  'email_given_up',
  'email_proven',
  'email_removed',
  'phone_confirmed',
  'phone_asked',
  'phone_changed',
  'code_wrong',
  'code_throttled',
  'second_factor_asked',
  'proof_given',
  'app_added',
  'app_removed',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'passkey_refused',
  'passkey_counter_fell',
  'recovery_codes_made',
  'recovery_code_used',
  'device_forgotten',
  'profile_changed',
  'limit_lowered',
  'limit_raised',
  'break_started',
  'data_exported',
  'closing_begun',
  'closing_taken_back',
  'foreign_id_refused',
  'identity_sent',
  'identity_accepted',
  'identity_refused',
  'identity_looked_at',
  'operator_acted',
  'cooling_off_begun',
  'change_undone',
  'undo_lifted',
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/** The factors that a person proves an account with. */
export const factors = ['password', 'phone', 'email', 'totp', 'recovery_code', 'passkey'] as const;
export type Factor = (typeof factors)[number];

export const securityEvent = v.object({
  id: uuid,
  at: instant,
  kind: v.picklist(securityEventKinds),
  /** The factor that was shown or tried; null where none was asked for. */
  factor: v.nullable(v.picklist(factors)),
  /** The browser or program, in a few words; null where it is not known. */
  device: v.nullable(v.string()),
  /** Where it came from, as a range of addresses: `203.0.113.0/24`, or the /48 of an IPv6 address. Null where it is not known. */
  network: v.nullable(v.string()),
});
export type SecurityEvent = v.InferOutput<typeof securityEvent>;

export const listSecurityEvents = describe('listSecurityEvents', {
  caller: 'client',
  summary: 'What happened to my account in the last 90 days, newest first: sign-ins, also failed ones, and changes.',
  query: v.object({ ...paging }),
  answer: page(securityEvent),
  problems: ['unauthenticated', 'proof_needed'],
});

export const securityEndpoints = [listSecurityEvents] as const;
