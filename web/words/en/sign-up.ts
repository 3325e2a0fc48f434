/** Words of signing up: apart, because no other page needs them. */
export const words = {
  steps: {
    1: { title: 'Your phone', lead: 'Step 1 of 2.' },
    2: { title: 'Who plays', lead: 'Step 2 of 2. As it is on your papers.' },
  },
  next: 'Next',
  back: 'Back',
  submit: 'Create account',
  adults: 'You must be 18 or over to play.',
  tooYoung: (from: string) => `You must be 18 or over to play. That is from ${from}.`,
  birthDateWrong: 'Enter a valid date, such as 24/08/1990.',
  phoneHint: 'We text a code to it. Winnings are paid to it.',
  terms: 'I am 18 or over and accept the rules of play',
  readTerms: 'Read the rules first',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',

  phone: 'Phone',
  firstName: 'First name',
  lastName: 'Last name',
  birthDate: 'Date of birth',
  password: 'Password',
  atLeast8: 'At least 8 characters.',
};
