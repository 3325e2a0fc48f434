import type { NoticeKind } from '#contract/notices.ts';
import type { PlayLimit } from '#contract/play-limits.ts';

const kinds: Record<PlayLimit['kind'], string> = { deposit: 'added ', stake: '' };
const periods: Record<PlayLimit['period'], string> = { day: 'today', week: 'this week', month: 'this month' };

/** Words of the profile. */
export const words = {
  title: 'Profile',
  /** The hero counts what the client can still do for the account. A link to each such act follows the count. */
  open: {
    looking: 'Reading what is set in your account, and what is still open…',
    none: 'All is set.',
    count: (count: number) => (count === 1 ? 'One thing is open:' : `${count} things are open:`),
    phone: 'confirm your phone',
    password: 'change your password',
    email: 'add an e-mail',
    emailCode: 'confirm your e-mail',
    rest: '. All else is set.',
  },
  groups: { you: 'You', signingIn: 'Signing in', limits: 'Within limits', app: 'This app', data: 'My data' },
  on: 'On',
  off: 'Off',
  until: (moment: string) => `Until ${moment}`,

  data: {
    title: 'Personal details',
    note: (name: string, birthDay: string) => `${name}, born ${birthDay}`,
    phone: 'Phone',
    confirmed: 'Confirmed',
    unconfirmed: 'Not confirmed',
    confirm: 'Confirm my phone',
    unconfirmedTitle: 'Your phone is not confirmed',
    unconfirmedText: 'You can add funds, place bets and withdraw once it is.',
    birthDate: 'Date of birth',
    memberSince: 'Member since',
    firstName: 'First name',
    lastName: 'Last name',
    country: 'Country',
    city: 'City',
    address: 'Address',
    save: 'Save',
    saved: 'Your changes are saved.',
    unsaved: 'Changes not saved yet',
    discard: 'Discard changes',
    nothing: 'There are no changes to save.',
  },

  phone: { title: 'Phone' },

  email: {
    title: 'E-mail',
    note: 'For when the phone is lost',
    notAdded: 'Not added',
    none: 'You have no e-mail address yet. With a confirmed address you can sign in and reset a forgotten password.',
    add: 'Add an e-mail address',
    change: 'Change the e-mail address',
    next: 'New e-mail address',
    nextHint: 'We will send a code to it. Nothing changes until you enter the code.',
    send: 'Send a code',
    sent: (email: string) => `We sent a message to ${email}. Enter the six-digit code from it.`,
    waits: (email: string) => `Confirm ${email} with a code that we send to it.`,
    confirmed: 'Your e-mail address is confirmed.',
    remove: 'Remove the e-mail address',
    removed: 'Your e-mail address is removed.',
  },

  password: {
    title: 'Password',
    current: 'Current password',
    next: 'New password',
    hint: 'At least 8 characters. You will be signed out everywhere else.',
    save: 'Change password',
    saved: 'Your password is changed. You are signed out everywhere else.',
    weakTitle: 'Your password is easy to guess',
    weakText: 'It is in a list of passwords that were stolen from other sites. Choose another one, such as four words.',
    changeWeak: 'Change my password',
  },

  security: {
    title: 'Password, passkeys',
    note: 'What you sign in with',
    both: 'Both are set',
    withApp: 'Password and authenticator app',
    passwordOnly: 'Only a password is set',
    strong: 'Strong',
    fair: 'Fair',
    weak: 'Weak',
  },

  notices: {
    title: 'Notices',
    note: 'What we tell you, and how',
    kinds: { win: 'wins', void: 'draws called off', payment: 'payments', limit: 'limits' } satisfies Record<
      NoticeKind,
      string
    >,
  },

  sessions: {
    title: 'Where you are signed in',
    note: 'Your devices',
    andOthers: (device: string, others: number) => {
      if (others === 0) return device;
      return others === 1 ? `${device}, and 1 other` : `${device}, and ${others} others`;
    },
    current: 'This device',
    signedIn: 'Signed in',
    lastSeen: 'last used',
    end: 'Sign out',
    endOf: (device: string) => `Sign out ${device}`,
    ended: 'That device is signed out.',
  },

  identity: {
    upTo: (amount: string) => `Up to ${amount} a day`,
    noLimit: 'No document is needed',
    step: (step: number) => `Step ${step}`,
    waiting: 'In review',
    refused: 'Not accepted',
  },

  limits: {
    /** How much of the limit that leaves least is used. */
    used: (used: string, amount: string, kind: PlayLimit['kind'], period: PlayLimit['period']) =>
      `${used} of ${amount} ${kinds[kind]}${periods[period]}`,
    none: 'None set',
  },

  look: {
    title: 'Language and look',
    mode: { light: 'light', dark: 'dark' },
  },

  activity: { title: 'Recent activity', note: 'Sign-ins and changes' },
  myData: {
    title: 'Download, or close the account',
    note: 'All we hold about you',
    closing: 'Closing',
  },

  logOut: 'Log out',
};
