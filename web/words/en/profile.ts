/** Words of the profile. */
export const words = {
  title: 'Profile',

  data: {
    title: 'Your data',
    phone: 'Phone',
    confirmed: 'Confirmed',
    unconfirmed: 'Not confirmed',
    confirm: 'Confirm my phone',
    birthDate: 'Date of birth',
    memberSince: 'Here since',
    firstName: 'First name',
    lastName: 'Last name',
    country: 'Country',
    city: 'City',
    address: 'Address',
    save: 'Save',
    saved: 'Your data is saved.',
    nothing: 'Nothing was changed.',
  },

  email: {
    title: 'E-mail',
    none: 'None yet. A confirmed address signs you in, and sets a new password when you have forgotten yours.',
    add: 'Add an e-mail address',
    change: 'Change the e-mail address',
    next: 'New e-mail address',
    nextHint: 'We send a code to it. Until you enter the code, nothing changes.',
    send: 'Send a code',
    sent: (email: string) => `We sent a message with a code to ${email}. Enter the six digits here.`,
    waits: (email: string) => `Confirm ${email} with a code that we send to it.`,
    confirmed: 'Your e-mail address is confirmed.',
    remove: 'Have no e-mail address',
    removed: 'Your account has no e-mail address any more.',
  },

  password: {
    title: 'Password',
    current: 'Current password',
    next: 'New password',
    hint: 'At least 8 characters. It signs you out everywhere else.',
    save: 'Change the password',
    saved: 'Your password is changed. Other places are signed out.',
  },

  sessions: {
    title: 'Where I am signed in',
    current: 'This one',
    signedIn: 'Signed in',
    lastSeen: 'last seen',
    end: 'End',
    endOf: (device: string) => `End the session of ${device}`,
    ended: 'That session is ended.',
  },

  logOut: 'Log out',
};
