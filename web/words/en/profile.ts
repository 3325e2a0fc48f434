/** Words of the profile. */
export const words = {
  title: 'Profile',
  lead: 'Your details, your play limits and the devices that are signed in.',

  data: {
    title: 'Personal details',
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
    note: 'Sign in or reset your password by e-mail',
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
    note: 'Change your password',
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
    title: 'Security',
    note: 'Passkeys, authenticator app and known devices',
  },

  notices: {
    title: 'Notices',
    note: 'What we tell you, and how',
  },

  sessions: {
    title: 'Where you are signed in',
    note: 'Your devices',
    current: 'This device',
    signedIn: 'Signed in',
    lastSeen: 'last used',
    end: 'Sign out',
    endOf: (device: string) => `Sign out ${device}`,
    ended: 'That device is signed out.',
  },

  activity: { title: 'Recent activity', note: 'Sign-ins and changes' },
  myData: {
    title: 'My data',
    note: 'Download it, or close your account',
  },

  logOut: 'Log out',
};
