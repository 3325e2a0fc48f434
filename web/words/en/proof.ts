/** Words of showing who one is: the second step of a sign-in, and "Confirm it is you". */
export const words = {
  title: 'Confirm it is you',
  password: 'Password',
  code: 'Code of your authenticator app',
  recoveryCode: 'Recovery code',
  recoveryHint: 'Such as 3-7K2M-9QXA-V0TR. Each code works once.',
  toRecovery: 'Use a recovery code',
  toApp: 'Use the authenticator app',
  submit: 'Confirm',
  cancel: 'Cancel',
  wanted: 'To go on, show once more that it is you.',
  wantedBoth: 'To go on, enter your password and a code of your authenticator app.',
  wantedRecovery: 'To go on, enter your password and a recovery code.',
  orPassword: 'Or enter your password.',
  orBoth: 'Or enter your password and a code of your authenticator app.',
  orRecovery: 'Or enter your password and a recovery code.',
  passkey: 'Use your passkey',
  orElse: 'Or without your passkey:',

  secondStep: {
    lead: 'Enter the six digits that your authenticator app shows for Izi.',
    recoveryLead: 'Enter one of the recovery codes that you kept.',
    passkeyLead: 'Use the passkey of your account.',
    known: 'On this device you will not be asked again.',
    back: 'Back to sign in',

    ask: 'This device is new to your account. Show with a code that it is you.',
    send: { sms: 'Send a code by SMS', email: 'Send a code by e-mail' },
    sent: {
      sms: 'We sent a code to the phone of your account. Enter its six digits.',
      email: 'We sent a code to the e-mail address of your account. Enter its six digits.',
    },
    other: { sms: 'Use SMS instead', email: 'Use e-mail instead' },
  },
};
