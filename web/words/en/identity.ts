/** Words of signing in and resetting a password. */
export const words = {
  identifier: 'Phone or e-mail',
  password: 'Password',

  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    forgot: 'Forgot password?',
    newHere: 'New here?',
    signUp: 'Sign up',
    lead: 'With your phone number or e-mail address.',
    goOn: 'Sign in to continue. Your basket is kept.',
    ended: 'Your session has ended. Sign in again.',
  },

  forgot: {
    title: 'Reset your password',
    ask: 'Enter the phone or e-mail of your account. We will send you a code.',
    submit: 'Send a code',
    sent: (to: string) => `If there is an account for ${to}, we have sent a code to it.`,
    newPassword: 'Password',
    newPasswordHint: 'Your new password, at least 8 characters. You will be signed out everywhere else.',
    save: 'Save and sign in',
    other: 'Use another phone or e-mail',
    done: 'Your password has been reset.',
    back: 'Back to sign in',
  },
};
