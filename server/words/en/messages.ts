/** How long a code is valid. */
export const codeMinutes = 10;
/** How long a link that undoes a change is good. */
export const undoHours = 72;

const rules = `It is valid for ${codeMinutes} minutes. Never share it.`;

/** A text in each channel: an SMS may have another wording than an e-mail. */
export interface Text {
  readonly sms: string;
  readonly email: string;
}
const both = (text: string): Text => ({ sms: text, email: text });

const codes = {
  confirm_phone: (code: string): Text => both(`Your Izi code is ${code}. ${rules}`),
  confirm_email: (code: string): Text => both(`Your Izi code to confirm this e-mail address is ${code}. ${rules}`),
  reset_password: (code: string): Text => both(`Your Izi code to set a new password is ${code}. ${rules}`),
  second_step: (code: string): Text => both(`Your Izi code to sign in on a new device is ${code}. ${rules}`),
  change_phone: (code: string): Text =>
    both(`Your Izi code to use this phone number for your account is ${code}. ${rules}`),
};

/** Notices to somebody who does not own the account, or not the address that it is about: nothing can be undone. */
const plain = {
  phone_has_account: both(
    'Someone tried to sign up for Izi with this phone number, which already has an account. If it was you, sign in or reset your password.',
  ),
  /** Queued by older versions only, which revealed who has an account. */
  email_has_account: both(
    'Someone tried to sign up for Izi with this e-mail address, which already has an account. If it was you, sign in or reset your password.',
  ),
  identity_accepted: both('Your identity document was accepted. Higher limits hold in your Izi account now.'),
  identity_refused: both(
    'Your identity document was not accepted. See My identity in the profile of your Izi account for the reason.',
  ),
  sign_in_locked: both('We have locked sign-in to your Izi account. Everybody is signed out. Contact us.'),
  play_locked: both('We have locked bets and deposits in your Izi account. You can still withdraw. Contact us.'),
  withdrawals_locked: both('We have locked withdrawals from your Izi account. Contact us.'),
  account_unlocked: both('We have lifted the lock of your Izi account.'),
  limit_tightened: both('We have lowered a limit of your Izi account. See Play limits in your profile.'),
  break_begun: both('A break from play has begun in your Izi account. You can still withdraw.'),
  care_limit: both(
    'You have played more than you usually do. For 28 days, Izi limits what you deposit and stake in a week. See Play limits in your profile.',
  ),
  care_break: both(
    'Your play on Izi worries us, so we have started a break of a week. You can still withdraw. If you want to talk, contact us.',
  ),
  name_changed: both(
    'We have changed the name on your Izi account. Withdrawals wait for 48 hours. If you did not ask for this, contact us.',
  ),
  change_undone: both(
    'Your Izi account is protected: everybody is signed out, the password is void and withdrawals are stopped. Set a new password, then contact us.',
  ),
};

/** Notices of what was done in an account. Each carries a link that takes it back. */
const changes = {
  password_changed: both('The password of your Izi account was changed.'),
  totp_added: both('An authenticator app was added to your Izi account.'),
  totp_removed: both('The authenticator app of your Izi account was removed.'),
  passkey_added: both('A passkey was added to your Izi account.'),
  passkey_removed: both('A passkey of your Izi account was removed.'),
  passkey_counter_fell: both('A passkey of your Izi account may have been copied.'),
  recovery_codes_changed: both('New recovery codes were made for your Izi account. The old ones are void.'),
  recovery_code_used: both('A recovery code of your Izi account was used.'),
  email_changed: both('The e-mail address of your Izi account was changed.'),
  phone_changed: both('The phone of your Izi account was changed.'),
  new_device: both('Someone signed in to your Izi account on a new device.'),
  signed_in_after_tries: both('Someone entered the password of your Izi account after several wrong ones.'),
  large_withdrawal: both('A large withdrawal was made from your Izi account.'),
};

/** The texts of messages. */
export const messages = {
  codes,
  plain,
  changes,
  /** The link after a notice of a change. */
  undo: (link: string): Text => both(`If it was not you, protect your account within ${undoHours} hours: ${link}`),
  undoUnsaid: 'If it was not you: ••••••',
  noUndo: both('If it was not you, reset your password now and contact us.'),
};

export type Messages = typeof messages;
