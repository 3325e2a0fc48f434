/** Words of checking a draw or a receipt. What each step found is said by the check itself, in `domain/fair-draw`. */
export const words = {
  ticket: {
    title: 'Proof',
    lead: 'The operator has signed that this very ticket is in the draw. Keep the receipt: whoever has it can check it, without this site’s help.',
    verify: 'Verify this ticket',
    save: 'Save the receipt',
    fileName: (serial: string) => `receipt-${serial}.json`,
    publicCheck: 'Public check of this ticket',
    qr: 'QR code of the public check',
    qrNote:
      'Whoever opens it sees this ticket and can check it, without signing in. It says nothing about who you are.',
  },

  working: {
    title: 'Checking …',
    asking: 'Asking the site for what it publishes.',
    leaves: (done: string, total: string) => `Fetching the list of tickets: ${done} of ${total} MB.`,
    leavesLabel: 'The list of tickets',
    checking: (done: number, total: number) => `${done} of ${total} steps are done.`,
    stop: 'Stop',
  },
  stopped: { title: 'Stopped', text: 'The check was stopped before its end. This says nothing about the draw.' },
  again: 'Check again',
  unreadable: 'This is not a receipt',

  verdict: {
    proved: {
      title: 'Proved',
      text: (steps: number) =>
        `All ${steps} steps are right. Nobody could choose this result after seeing the tickets.`,
      trusted: (steps: number) =>
        `All ${steps} steps are right. But no public random value is part of it, so one thing is left to trust: see below.`,
      trustedTitle: 'Right, as an operator-trusted draw',
    },
    refuted: { title: 'Something is false', more: (count: number) => `${count} steps are wrong. The first:` },
    pending: {
      title: 'Right so far',
      text: (passed: number, waiting: number) =>
        `${steps(passed)} right. ${waiting === 1 ? '1 step waits' : `${waiting} steps wait`} for what does not exist yet.`,
    },
    partial: {
      title: 'Right, as far as it could be checked',
      text: (passed: number, skipped: number) =>
        `${steps(passed)} right. ${skipped === 1 ? '1 step' : `${skipped} steps`} could not be checked here.`,
    },
  },
  offline: {
    title: 'Checked without the site',
    text: 'The site could not be asked, so this was checked from the file alone. What needs the site is marked as not checked.',
  },

  groups: {
    ticket: 'The ticket',
    before: 'Before sales opened',
    closed: 'When sales had closed',
    result: 'The result',
    site: 'What the site says',
  },
  steps: {
    ticket: 'What the receipt is for',
    leaf: 'The ticket’s fingerprint',
    'receipt-signature': 'The operator’s signature',
    acceptance: 'Accepted in time',
    inclusion: 'The ticket’s place in the draw',
    outcome: 'Won or lost',
    draw: 'The record of the draw',
    operator: 'The operator’s key',
    rules: 'The rules',
    commitment: 'The commitment',
    seal: 'The seal',
    'seal-signature': 'The seal’s signature',
    'seal-time': 'The time of the seal',
    'seal-chain': 'The chain of seals',
    leaves: 'The list of tickets',
    root: 'The list against the seal',
    seed: 'The operator’s seed',
    beacon: 'The public random value',
    result: 'The result, worked out anew',
    published: 'What has to be published',
    shown: 'What players are shown',
    seen: 'What this device saw before',
    saved: 'What the file says',
  },
  states: {
    passed: 'Right',
    failed: 'Wrong',
    pending: 'Waits',
    skipped: 'Not checked',
    awaited: 'Awaited',
    trusted: 'None',
  },

  outcome: { mine: 'The ticket', drawn: 'The draw', pays: 'It pays' },
  tree: {
    title: 'Where the ticket is',
    caption:
      'Each yellow box is the hash of the two below it, from the ticket up to the root. The root is in the seal: with another ticket, or one more, it would be another root.',
    label: (index: string, size: string, root: string, hashes: number) =>
      `The ticket is leaf ${index} of ${size}, counted from 0. ${hashes === 1 ? '1 hash leads' : `${hashes} hashes lead`} from it to the sealed root ${root}.`,
    root: (hash: string) => `${hash} · root`,
    mine: (hash: string) => `${hash} · ticket`,
    strip: (index: string, size: string) => `leaf ${index} of ${size}, counted from 0`,
  },

  proven: {
    title: 'What this proves, and what it does not',
    trusted: 'Operator-trusted draw',
    trustedText:
      'This draw is bound to no public random value. The operator knows its seed before anybody else, so you have to trust it for one thing: that it did not add tickets of its own until a result suited it, or look at a result before the seal and call the draw off.',
    isProven: 'Proven',
    isNot: 'Not proven',
    withBeacon: [
      'The operator fixed its seed before the first ticket was sold, and used that one.',
      'The tickets are those of the seal: none was added, dropped or changed since.',
      'The result follows from seed, seal and a public random value, without any choice. By the time in the seal, that value did not exist yet.',
    ],
    withoutBeacon: [
      'The operator fixed its seed before the first ticket was sold, and used that one.',
      'The tickets are those of the seal: none was added, dropped or changed since.',
      'The result follows from seed and seal, without any choice.',
    ],
    limits: [
      'Who bought the tickets. An operator may hold tickets of its own, like anybody.',
      'That the seal was public at the time it names, and is the same for everybody. Your device keeps the seals it saw; others keep theirs.',
      'That winnings are paid. Your wallet shows that.',
    ],
  },
  own: {
    title: 'Check it with a program of your own',
    text: 'Do not trust this page either: it came from the site it checks. These are the addresses with the bytes, and a command that reads nothing else. It comes with the source code.',
    command: 'Command',
    addresses: 'Addresses',
    sealHash: 'Hash of the seal',
    operatorKey: 'The operator’s key',
  },

  page: {
    title: 'Verify a receipt',
    lead: 'Check any ticket with nothing but its receipt. Nobody needs to sign in.',
    choose: 'Choose a receipt',
    drop: 'or drop its file here, or paste it.',
    private: 'The receipt stays on this device. The site is asked only for what it publishes about the draw.',
    paste: 'Paste the text of a receipt',
    pasteLabel: 'Text of the receipt',
    check: 'Check',
    notJson: 'This text is not a receipt: it is no JSON.',
    tooLarge: 'This file is too large for a receipt.',
    fileFailed: 'This file cannot be read.',
    from: { file: (name: string) => `From the file ${name}`, text: 'From pasted text', link: 'From the address' },
    another: 'Check another',
    how: 'How draws are made',
  },
};

function steps(count: number): string {
  return count === 1 ? '1 step is' : `${count} steps are`;
}
