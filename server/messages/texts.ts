import { findKey, type KeyRing } from '#server/keys/key-ring.ts';
import { writeAlarm } from './alarm-texts.ts';
import { oneTimeCode, type CodePurpose } from './one-time-code.ts';
import { undoToken } from './undo-token.ts';

/** How long a code is valid. */
export const codeMinutes = 10;

const rules = `It is valid for ${codeMinutes} minutes. Never share it.`;

const codeTexts: Readonly<Record<CodePurpose, (code: string) => string>> = {
  confirm_phone: (code) => `Your Izi code is ${code}. ${rules}`,
  confirm_email: (code) => `Your Izi code to confirm this e-mail address is ${code}. ${rules}`,
  reset_password: (code) => `Your Izi code to set a new password is ${code}. ${rules}`,
  second_step: (code) => `Your Izi code to sign in on a new device is ${code}. ${rules}`,
  change_phone: (code) => `Your Izi code to use this phone number for your account is ${code}. ${rules}`,
};

/** Notices to who is not the owner of an account, or not of the address it is about: nothing can be taken back. */
const plainTexts = {
  phone_has_account:
    'Someone tried to sign up for Izi with this phone number, which already has an account. If it was you, sign in or reset your password.',
  /** Queued by older versions only, which revealed who has an account. */
  email_has_account:
    'Someone tried to sign up for Izi with this e-mail address, which already has an account. If it was you, sign in or reset your password.',
  identity_accepted: 'Your identity document was accepted. Higher limits hold in your Izi account now.',
  identity_refused:
    'Your identity document was not accepted. See My identity in the profile of your Izi account for the reason.',
  sign_in_locked: 'We have locked sign-in to your Izi account. Everybody is signed out. Contact us.',
  play_locked: 'We have locked bets and deposits in your Izi account. You can still withdraw. Contact us.',
  withdrawals_locked: 'We have locked withdrawals from your Izi account. Contact us.',
  account_unlocked: 'We have lifted the lock of your Izi account.',
  limit_tightened: 'We have lowered a limit of your Izi account. See Play limits in your profile.',
  break_begun: 'A break from play has begun in your Izi account. You can still withdraw.',
  name_changed:
    'We have changed the name on your Izi account. Withdrawals wait for 48 hours. If you did not ask for this, contact us.',
  change_undone:
    'Your Izi account is protected: everybody is signed out, the password is void and withdrawals are stopped. Set a new password, then contact us.',
} as const;

/** Notices of what was done in an account. Each carries a link that takes it back. */
const changeTexts = {
  password_changed: 'The password of your Izi account was changed.',
  totp_added: 'An authenticator app was added to your Izi account.',
  totp_removed: 'The authenticator app of your Izi account was removed.',
  passkey_added: 'A passkey was added to your Izi account.',
  passkey_removed: 'A passkey of your Izi account was removed.',
  passkey_counter_fell: 'A passkey of your Izi account may have been copied.',
  recovery_codes_changed: 'New recovery codes were made for your Izi account. The old ones are void.',
  recovery_code_used: 'A recovery code of your Izi account was used.',
  email_changed: 'The e-mail address of your Izi account was changed.',
  phone_changed: 'The phone of your Izi account was changed.',
  new_device: 'Someone signed in to your Izi account on a new device.',
  signed_in_after_tries: 'Someone entered the password of your Izi account after several wrong ones.',
  large_withdrawal: 'A large withdrawal was made from your Izi account.',
} as const;

/** How long a link that undoes a change is good. */
export const undoHours = 72;

/** A message about an account that says what was done and can be taken back. */
export type ChangeNotice = keyof typeof changeTexts;

/** A message that carries neither a code nor a link. */
export type PlainNotice = keyof typeof plainTexts;

/** What the token of a link is worked out from; see `undoToken`. */
export interface UndoSource {
  /** 16 random bytes in hex. */
  readonly nonce: string;
  /** The id of the key, in hex: the link must be the same after the key has changed. */
  readonly key: string;
}

/** A message's template and parameters. A message with a code or a link holds its nonce, never itself. */
export type Content =
  | { readonly template: CodePurpose; readonly parameters: { readonly nonce: string } }
  | { readonly template: PlainNotice; readonly parameters: Readonly<Record<string, never>> }
  /** Older versions queued these without a link. */
  | { readonly template: ChangeNotice; readonly parameters: UndoSource | Readonly<Record<string, never>> }
  /** To those who look after the site. */
  | { readonly template: 'alarm'; readonly parameters: { readonly kind: string; readonly subject: string } }
  /** To the auditor. */
  | { readonly template: 'audit_head'; readonly parameters: SignedHead };

/** The newest line of the operators' audit, as their key has signed it; in hex. */
interface SignedHead {
  readonly number: string;
  readonly hash: string;
  /** RFC 3339, in UTC. */
  readonly at: string;
  readonly key: string;
  readonly signature: string;
}

/** Names what a message says. */
export type Template = Content['template'];

/** What it takes to write a text. */
export interface Writing {
  /** The keys that codes and links are derived from. A code is written with the current one. */
  readonly codeKey: KeyRing;
  /** Where browsers reach the app, without a slash at its end. A function, because a test's port is not known earlier. */
  readonly publicUrl: () => string;
}

/** The text of a message as its reader saw it, without the code or the link. */
export function describeText(template: Template): string {
  if (isIn(plainTexts, template)) return plainTexts[template];
  if (template === 'audit_head') return 'The head of the audit.';
  if (template === 'alarm') return 'An alarm of the operators.';
  if (isIn(changeTexts, template)) return `${changeTexts[template]} If it was not you: ••••••`;
  return codeTexts[template]('••••••');
}

/** The text of a message. @param to the recipient, to whom a code is bound */
export function writeText(to: string, { template, parameters }: Content, writing: Writing): string {
  if (isIn(plainTexts, template)) return plainTexts[template];
  if (template === 'audit_head') return writeHead(parameters);
  if (template === 'alarm') return writeAlarm(parameters);
  if (isIn(changeTexts, template)) return `${changeTexts[template]} ${writeWayBack(parameters, writing)}`;
  const nonce = Buffer.from((parameters as { nonce: string }).nonce, 'hex');
  const secret = writing.codeKey.current.secret;
  return codeTexts[template](oneTimeCode(secret, { purpose: template, destination: to, nonce }));
}

function writeHead({ number, hash, at, key, signature }: SignedHead): string {
  return (
    `The audit at ${at} ends with line ${number}. Its hash is ${hash}. The key ${key} has signed it: ${signature}. ` +
    `Keep this message: “npm run audit -- --head ${hash}” tells whether any line up to it was changed since.`
  );
}

/** What to do about a change that the reader did not make. Without the key there is no link any more. */
function writeWayBack(parameters: Content['parameters'], { codeKey, publicUrl }: Writing): string {
  const key = 'key' in parameters ? findKey(codeKey, Buffer.from(parameters.key, 'hex')) : undefined;
  if (key === undefined) return 'If it was not you, reset your password now and contact us.';
  const token = undoToken(key.secret, Buffer.from((parameters as UndoSource).nonce, 'hex'));
  return `If it was not you, protect your account within ${undoHours} hours: ${publicUrl()}/auth/undo#${token}`;
}

function isIn<T extends object>(texts: T, template: PropertyKey): template is keyof T {
  return Object.hasOwn(texts, template);
}
