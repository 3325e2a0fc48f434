/** Words of changing the phone, and of what else is offered with another contact. */
export const words = {
  lead: 'You sign in with this number, and it gets our codes.',
  unconfirmed: 'Confirm this number first. Then you can change it.',
  change: 'Change the phone number',
  next: 'New phone',
  nextHint: (example: string) => `Such as ${example}. We will text a code to it.`,
  wait: 'Your old number stays until you enter the code. After the change, withdrawals wait for up to 72 hours, so that nobody else can empty your account.',
  endOthers: 'Sign me out on my other devices',
  send: 'Send a code',
  sent: (phone: string) => `We sent a text message to ${phone}. Enter the six-digit code from it.`,
  done: 'Your phone number is changed.',
  doneAndEnded: 'Your phone number is changed. You are signed out everywhere else.',
};
