/** Words of confirming a phone by a code of Google's Firebase, which only some sites offer. */
export const words = {
  offer: 'No message? Google can send you a code instead. Google then learns your phone number.',
  open: 'Get a code from Google',
  lead: (phone: string) => `Google sends a code to ${phone} by text message.`,
  send: 'Send the code',
  sent: (phone: string) => `Google sent a text message to ${phone}. Enter its six-digit code.`,
  own: 'Use the code from our message',
  wrong: 'This code is wrong.',
  over: 'This code has expired. Send a new one.',
  tooMany: 'Google sends no more codes for now. Try again later, or use the code from our message.',
  unreachable: 'Google could not send or check the code. Try again, or use the code from our message.',
};
