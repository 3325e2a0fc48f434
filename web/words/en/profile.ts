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
    email: 'E-mail',
    country: 'Country',
    city: 'City',
    address: 'Address',
    save: 'Save',
    saved: 'Your data is saved.',
    nothing: 'Nothing was changed.',
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
