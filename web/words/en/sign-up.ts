/** Words of signing up: apart, because no other page needs them. */
export const words = {
  title: 'Sign up',
  submit: 'Sign up',
  adults: 'You must be 18 or over to play.',
  birthDateHint: 'DD/MM/YYYY, such as 24/08/1990.',
  birthDateWrong: 'Enter a valid date, such as 24/08/1990.',
  phoneHint: (example: string) => `Such as ${example}. We will text you a code.`,
  terms: 'I am 18 or over and accept the rules of play',
  readTerms: 'Read the rules first',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',

  phone: 'Phone',
  firstName: 'First name',
  lastName: 'Last name',
  birthDate: 'Date of birth',
  email: 'E-mail (optional)',
  password: 'Password',
  atLeast8: 'At least 8 characters.',
};
