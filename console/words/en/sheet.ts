export const words = {
  before: 'Before, as you see it',
  after: 'After',
  needsTwo: 'needs two',
  reason: 'Reason, kept for ever and shown to who approves',
  reasonGiven: 'A reason is given',
  typedInFull: (label: string) =>
    `${label.replace(/^Type (the )?/, '').replace(/^./, (first) => first.toUpperCase())} typed in full`,
  mustRead: (value: string) => `must read ${value}`,
  asAsked: '✓ as asked',
  signAndAsk: 'Sign with passkey and ask',
  ask: 'Ask',
  doIt: 'Do it',
  signing: 'Your passkey…',
  sending: 'Sending…',
  leave: 'Leave',
  met: 'met',
  unmet: 'not met',
};
