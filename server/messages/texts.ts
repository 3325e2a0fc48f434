import { oneTimeCode, type CodePurpose } from './one-time-code.ts';

/** How long a code is valid. */
export const codeMinutes = 10;

const rules = `It is valid for ${codeMinutes} minutes. Never share it.`;

const codeTexts: Readonly<Record<CodePurpose, (code: string) => string>> = {
  confirm_phone: (code) => `Your Izi code is ${code}. ${rules}`,
  confirm_email: (code) => `Your Izi code to confirm this e-mail address is ${code}. ${rules}`,
  reset_password: (code) => `Your Izi code to set a new password is ${code}. ${rules}`,
};

const noticeTexts = {
  phone_has_account:
    'Someone tried to sign up for Izi with this phone number, which already has an account. If it was you, sign in or reset your password.',
  /** Queued by older versions only, which revealed who has an account. */
  email_has_account:
    'Someone tried to sign up for Izi with this e-mail address, which already has an account. If it was you, sign in or reset your password.',
  password_changed:
    'The password of your Izi account was changed. If it was not you, reset it now: choose "Forgot password?" where you sign in.',
  totp_added:
    'An authenticator app was added to your Izi account. If it was not you, change your password and remove the app now.',
  totp_removed:
    'The authenticator app of your Izi account was removed. If it was not you, change your password now and add an app again.',
  recovery_codes_changed:
    'New recovery codes were made for your Izi account; the old ones are void. If it was not you, change your password now.',
  recovery_code_used:
    'A recovery code of your Izi account was used. If it was not you, change your password now and make new codes.',
  identity_accepted: 'Your identity document was accepted. Higher limits hold in your Izi account now.',
  identity_refused:
    'Your identity document was not accepted. See My identity in the profile of your Izi account for the reason.',
  email_changed: 'The e-mail address of your Izi account was changed. If it was not you, change your password now.',
} as const;

/** A message that carries no code. */
export type Notice = keyof typeof noticeTexts;

/** A message's template and parameters. A message with a code holds the code's nonce, never the code. */
export type Content =
  | { readonly template: CodePurpose; readonly parameters: { readonly nonce: string } }
  | { readonly template: Notice; readonly parameters: Readonly<Record<string, never>> };

/** Names what a message says. */
export type Template = Content['template'];

/** The text of a message as its reader saw it, without the code. */
export function describeText(template: Template): string {
  return Object.hasOwn(noticeTexts, template)
    ? noticeTexts[template as Notice]
    : codeTexts[template as CodePurpose]('••••••');
}

/** The text of a message. @param to the recipient, to whom a code is bound @param codeKey see `oneTimeCode` */
export function writeText(to: string, { template, parameters }: Content, codeKey: Uint8Array): string {
  if (Object.hasOwn(noticeTexts, template)) return noticeTexts[template as Notice];
  const purpose = template as CodePurpose;
  const nonce = Buffer.from((parameters as { nonce: string }).nonce, 'hex');
  return codeTexts[purpose](oneTimeCode(codeKey, { purpose, destination: to, nonce }));
}
