/** The payment sandbox's page for payers. */
export const sandbox = {
  badge: 'Payment sandbox',
  note: 'This is the payment sandbox. It behaves like a mobile money provider, and no real money moves.',
  title: (amount: string) => `Pay ${amount}`,
  lead: 'Izi asks for',
  pending: 'Approve this payment?',
  approved: 'This payment is approved',
  declined: 'This payment was declined',
  givenBack: 'This payment was given back',
  partGivenBack: (amount: string) => `${amount} of this payment were given back`,
  from: 'From',
  phone: 'Phone',
  method: 'Method',
  reference: 'Reference',
  approve: 'Approve',
  decline: 'Decline',
  never: 'Never answer',
  giveBack: 'Give it back',
  back: 'Back to Izi',
  unknown: {
    title: 'Unknown payment',
    lead: 'There is none at this address',
    again: 'Go back to Izi and start it once more',
  },
};

export type SandboxWords = typeof sandbox;
