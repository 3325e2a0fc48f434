/** Words of signing in, signing up, confirming a phone and setting a new password. */
export const words = {
  identifier: 'Phone or e-mail',
  password: 'Password',
  phone: 'Phone',
  firstName: 'First name',
  lastName: 'Last name',
  birthDate: 'Date of birth',
  email: 'E-mail (optional)',
  atLeast8: 'At least 8 characters.',

  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    remember: 'Remember me',
    forgot: 'Forgotten it?',
    newHere: 'New here?',
    signUp: 'Sign up',
    goOn: 'Sign in to go on. What is in your basket stays there.',
  },

  signUp: {
    title: 'Sign up',
    submit: 'Sign up',
    adults: 'Only adults of 18 years and over may play.',
    birthDateHint: 'Day, month and year, such as 24/08/1990.',
    birthDateWrong: 'A day that exists, such as 24/08/1990.',
    phoneHint: (example: string) => `Such as ${example}. We send a code to it.`,
    terms: 'I am 18 or over and accept the rules of play',
    readTerms: 'Read the rules first',
    haveAccount: 'Signed up already?',
    signIn: 'Sign in',
  },

  confirm: {
    title: 'Confirm your phone',
    sentTo: (phone: string) => `We sent a message with a code to ${phone}. Enter the six digits here.`,
    why: 'Money moves only once your phone is confirmed: it is where winnings are paid out to.',
    done: 'Your phone is confirmed.',
    later: 'Not now',
    known: 'You have an account already?',
    signIn: 'Sign in',
  },

  forgot: {
    title: 'Set a new password',
    ask: 'Tell us the phone or e-mail of your account, and we send a code to it.',
    submit: 'Send a code',
    sent: (to: string) => `If there is an account for ${to}, a code is on its way to it.`,
    newPassword: 'Password',
    newPasswordHint: 'Your new one, at least 8 characters. It signs you out everywhere else.',
    save: 'Save and sign in',
    other: 'Use another phone or e-mail',
    done: 'Your new password is set.',
    back: 'Back to sign in',
  },
};
