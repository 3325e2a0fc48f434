/** Words of the profile's section Security. */
export const words = {
  passkeys: {
    title: 'Passkeys',
    lead: 'Sign in with your fingerprint, your face or the lock of your device. Nobody can guess or phish a passkey.',
    unconfirmed: 'Confirm your phone first. Then you can set a passkey.',
    unavailable: 'This browser has no passkeys. Use a newer one to set one.',
    added: 'Set',
    used: 'last used',
    backedUp: 'synced',
    rename: 'Rename',
    renameOf: (name: string) => `Rename ${name}`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    removed: 'The passkey is removed. Delete it on your device too.',
    renamed: 'The passkey is renamed.',
    renaming: 'Rename a passkey',
    save: 'Save',
  },

  app: {
    title: 'Authenticator app',
    lead: 'Even with your password or SIM, nobody gets in on a new phone.',
    unconfirmed: 'Confirm your phone first. Then you can add an authenticator app.',
    add: 'Add an authenticator app',
    addedAt: 'Added',
    remove: 'Remove',
    removeOf: 'Remove the authenticator app',
    removed: 'The authenticator app is removed.',
    added: 'Your authenticator app is added.',
  },

  adding: {
    title: 'Add an authenticator app',
    scan: 'Scan this code with an app such as Google Authenticator or 2FAS, or open it on this phone.',
    picture: 'QR code for your authenticator app',
    open: 'Open in an app on this phone',
    type: 'Or type this key into the app:',
    enter: 'Then enter the six digits that the app shows.',
    submit: 'Confirm',
  },

  recovery: {
    title: 'Recovery codes',
    left: (left: number) => (left === 1 ? 'One code left' : `${left} codes left`),
    renew: 'Make new codes',
    keep: 'Keep these codes where nobody else finds them. Each one signs you in once when your passkey or your app is lost. They are shown only now.',
    save: 'Save as a file',
    file: 'izi-recovery-codes.txt',
    kept: 'I have kept them',
  },

  devices: {
    title: 'Known devices',
    lead: 'On these, your password alone is enough.',
    none: 'There are none yet.',
    current: 'This browser, last used',
    lastSeen: 'Last used',
    forget: 'Forget',
    forgetOf: (device: string) => `Forget ${device}`,
    forgotten: 'That device is forgotten.',
  },
};
