/** Words of setting and using a passkey. */
export const words = {
  set: 'Set a passkey',
  lead: 'Your device will ask for your fingerprint, your face or its lock. From then on that is all you need to sign in.',
  name: 'Name',
  nameHint: 'To tell it from your other passkeys.',
  /** The first name of a device, until its owner changes it. */
  device: { iPhone: 'iPhone', iPad: 'iPad', Android: 'Android', Mac: 'Mac', Windows: 'Windows', other: 'My device' },
  submit: 'Set the passkey',
  cancel: 'Cancel',
  done: 'Your passkey is set.',

  offer: 'Skip the password next time.',

  failure: {
    cancelled: {
      title: 'No passkey was used',
      text: 'It was cancelled, took too long, or there is none on this device. Try again, or use another way.',
    },
    notMade: { title: 'No passkey was set', text: 'It was cancelled or took too long. Try again when you are ready.' },
    exists: { title: 'There is one already', text: 'This device has a passkey of your account. Sign in with it.' },
    unavailable: {
      title: 'Passkeys do not work here',
      text: 'This device, browser or address cannot use one. It needs a screen lock.',
    },
  },
};
