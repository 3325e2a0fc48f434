import type { MachineScope } from '#contract/calls/operator/machine-keys.ts';

const scopes: Readonly<Record<MachineScope, string>> = {
  'payments:read': 'payments, without whose they are',
  'draws:read': 'draws with results and sums',
  'figures:read': 'the public figures',
  'reports:read': 'the reports without a person',
  'statements:read': 'statements of providers with their differences',
  'webhooks:replay': 'have webhooks sent again',
};

export const words = {
  label: 'Machine keys',
  none: 'No key yet',
  noneMore: 'A program of ours or of a partner reads with a key once an admin asks for one and compliance approves it.',
  failed: 'Could not load the keys.',
  make: 'New key…',
  columns: { ends: 'Ends', used: 'Last used', today: 'Uses today' },
  states: { asked: 'not approved', good: 'works', ended: 'ended', revoked: 'revoked' },
  scopes: { legend: 'Scopes', ...scopes },
  addresses: 'Addresses and ranges from which it is taken, such as 203.0.113.7 or 203.0.113.0/24',
  facts: {
    id: 'Key',
    addresses: 'Taken from',
    perMinute: 'Calls a minute, at most',
    made: 'Made',
    askedBy: 'Asked for by',
    approvedBy: 'Approved by',
    revoked: 'Revoked',
    revokedBy: 'Revoked by',
    refused: 'Refused today',
  },
  never: 'never',
  waits: 'It works once another operator has approved it.',
  toRequest: 'Open the request',
  shown: 'Keep this key now: it is shown once, and nobody can read it again.',
  shownMore: 'This browser made it and has sent only its hash. It works after another operator has approved it.',
  copy: 'Copy the key',
  revoke: 'Revoke…',
  revokeTitle: (name: string) => `Revoke the key of ${name}`,
  revokeIntro: 'At once and for good: its program reads nothing any more. Two operators can make another key.',
  revoked: 'The key is revoked.',
};
