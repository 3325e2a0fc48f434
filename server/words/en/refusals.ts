import type { Country } from '#domain/countries.ts';

const inWords = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
const limited = { deposit: 'deposit', stake: 'stake' };
const payments = { deposit: 'deposits', withdrawal: 'withdrawals' };
const adjectives = { day: 'daily', week: 'weekly', month: 'monthly' };
const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const list = new Intl.ListFormat('en');

/** Sentences of refusals that are more exact than those of the table of problems. */
export const refusals = {
  required: 'This is required.',
  noSuchField: 'There is no such field.',
  notFitting: 'This value does not fit.',
  notAllowed: 'This contains characters that are not allowed.',
  nestedTooDeep: 'This is nested too deep.',
  bodyRequired: 'A JSON body is required.',
  bodyNotUtf8: 'The body is not UTF-8 text.',
  bodyNotJson: 'The body is not JSON.',
  bodyBrokeOff: 'The body broke off.',
  sendOneOf: (mediaTypes: readonly string[]) => `Send ${mediaTypes.join(' or ')}.`,
  cursor: 'A cursor of an earlier answer.',

  /** Shown for a bet type that a cap has paused. It is kept with the pause, and read on the play screen and at checkout. */
  cappedDraw: 'This draw takes no more bets of this type. Choose another draw.',

  /** The messages for a program with a machine key. */
  machine: {
    keyWanted: 'Send a machine key: Authorization: Bearer izi_…',
    keyUnknown: 'This key is not known, has ended, or was revoked.',
    keyInAddress: 'A key belongs in the header Authorization. An address is kept in logs: have this key revoked.',
    wrongAddress: 'This key is not taken from this address.',
    noScope: (scope: string) => `This key lacks the scope ${scope}.`,
    tooManyCalls: (most: number) => `This key may make ${most} calls a minute.`,
  },

  wait: {
    seconds: (count: number) => inWords(count, 'second'),
    minutes: (count: number) => inWords(count, 'minute'),
    hours: (count: number) => inWords(count, 'hour'),
  },
  tooManyAttempts: (wait: string) => `Too many attempts. Try again in ${wait}.`,
  tooManyPasswords: (wait: string) => `Too many wrong passwords. Try again in ${wait}, or reset your password.`,
  tooManyStreams: 'Too many streams are open. Close some of them.',
  codeOnItsWay: (wait: string) => `A code is on its way. You can ask for a new one in ${wait}.`,
  noMessagesNow: (wait: string) => `We cannot send you messages right now. Try again in ${wait}.`,
  tooManyMessages: (wait: string) => `Too many messages were sent. Use the last one, or try again in ${wait}.`,
  onlyMobile: 'We send messages to mobile numbers only.',
  dataOnceADay: (wait: string) => `Your data can be downloaded once a day. Try again in ${wait}.`,

  codeOver: 'This code is no longer valid. Ask for a new one.',
  codeWrong: (triesLeft: number) =>
    triesLeft > 0
      ? `This code is wrong. You have ${triesLeft === 1 ? 'one try' : `${triesLeft} tries`} left.`
      : 'This code is wrong, and that was the last try. Ask for a new code.',
  appCodeWrong: 'This code is wrong or was used already. Enter the next code of your app.',
  recoveryCodeWrong: 'This recovery code is wrong or was used already.',
  noPhoneWaits: 'No phone number is waiting for a code. Enter the number again.',
  noEmailWaits: 'No e-mail address is waiting for a code.',
  samePhone: 'This is the phone of your account already.',
  phoneConfirmed: 'Your phone is already confirmed.',
  idToken: 'This ID token does not confirm your phone.',
  flowFirst: 'Ask for a code first: it comes with the flow that it belongs to.',
  noCodeThisWay: 'No code can be sent this way for this sign-in.',

  phoneWanted: 'Enter a valid phone number, such as +225 07 12 34 56 78.',
  mobileWanted: 'Enter a mobile number: we send the code as a text message.',
  oldNumber: (today: string) => `This is an old 8-digit number. Today it is ${today}.`,
  phonesOf: (countries: readonly Country[]) =>
    `Only phone numbers of ${list.format(countries.map((country) => countryNames.of(country)!))} can be used.`,
  noPhoneIn: (country: Country) =>
    `This is not a valid phone number in ${countryNames.of(country)}. Check the digits and the country.`,
  countries: (codes: readonly Country[]) => `Choose one of these countries: ${codes.join(', ')}.`,
  birthDate: 'Enter a valid date of birth.',
  commonPassword: 'Many people use this password, so it is easy to guess. Choose a longer one, such as four words.',
  personalPassword: 'Others can guess this from what they know about you. Choose a longer one, such as four words.',

  /** @param code of the app, or one of the recovery codes */
  strongProof: (withPasskey: boolean, code: 'app' | 'recovery') => {
    const what = code === 'app' ? 'a code of your authenticator app' : 'a recovery code';
    return withPasskey
      ? `Use your passkey to continue, or your password and ${what}.`
      : `Enter your password and ${what} to continue.`;
  },
  passkeyBeforeUndo:
    'This passkey was set shortly before the account was protected. Use another way in, or contact us.',
  passkeyCopied: 'This passkey may have been copied. Use another way in, and remove it in your profile.',
  passkeySet: 'This passkey is set already.',
  passkeysFull: (most: number) => `You have ${most} passkeys. Remove one first.`,
  appAlready: 'You have an authenticator app already. Remove it first.',
  noAppWaits: 'No authenticator app is waiting for its first code.',
  recoveryNeedsFactor: 'Recovery codes come with a passkey or an authenticator app. Add one first.',

  documentAccepted: 'Your document is accepted already.',
  documentNumber: 'Enter the number as it stands on the document.',
  documentOver: 'This document is no longer valid. Send one that is.',
  documentSides: 'Send a picture of each side first.',

  inUse: {
    money: 'There is money in your wallets. Withdraw it first.',
    payment: 'A payment is under way. Wait until it has ended.',
    ticket: 'Some of your tickets are not decided yet. Wait for their draws.',
  },
  mayNotPlay: 'Staff, their households and suppliers cannot play here.',
  pausedUntil: (moment: string) => `Play is paused until ${moment}.`,
  overLimit: (kind: 'deposit' | 'stake', period: 'day' | 'week' | 'month', amount: string, starts: string) =>
    `This is over your ${adjectives[period]} ${limited[kind]} limit of ${amount}. The limit starts again on ${starts}.`,
  /** @param days 1 or 30 */
  overTier: (most: string, days: number | null) => `At most ${most} in ${days === 1 ? '24 hours' : '30 days'}.`,
  largeWin: (amount: string) =>
    `You have won ${amount}. Before winnings of that size are paid out, we have to see an identity document. Send it under My identity in your profile.`,
  withoutDocument: (most: string, days: number) =>
    `Without an identity document, ${most} may be added in ${days} days, and as much withdrawn. Send one under My identity in your profile.`,

  payElsewhere:
    'The payment service cannot take this at the moment. Nothing was taken from you. Try another method, or again later.',
  methodElsewhere: 'This payment method is not available in that country.',
  ownPhoneOnly: 'Withdrawals go to the confirmed phone of the account only.',
  amountFromTo: (least: string, most: string, step: number) => `From ${least} to ${most}, in steps of ${step}.`,
  paymentsUnderWay: (most: number, direction: 'deposit' | 'withdrawal') =>
    `${most} ${payments[direction]} of this account are under way. Wait until one of them has ended.`,
  owed: (amount: string) => `A payment into this account was taken back after it had been spent. Add ${amount} first.`,

  notLearnt: 'We could not learn whether the tickets were placed. Try again: they cannot be taken twice.',
  walletBusy: 'The wallet is busy with something else. Try again in a moment: the tickets cannot be taken twice.',
  sameIds: 'Two tickets have the same id.',
  idTime: 'The id carries a time too far from now. Make a new one.',
  placedAlready: 'This ticket was placed already.',
  favouritesFull: (most: number) => `You can keep up to ${most} favourites.`,
  daysAtMost: (most: number) => `At most ${most} days.`,
  todayIs: (today: string) => `Today is ${today}.`,
  cannotPush: 'This cannot be pushed to.',
  byDraw: 'By draw: either pending, or some of win, lost and void.',

  /** A browser and what it runs on, as the lists of sign-ins have them. */
  device: { on: (browser: string, system: string) => `${browser} on ${system}`, unknown: 'Unknown' },
};

export type Refusals = typeof refusals;
