/** Words of checking a draw or a receipt. What each step found is said by the check itself, in `domain/fair-draw`. */
export const words = {
  ticket: {
    title: 'Proof',
    lead: 'The operator has signed that this exact ticket is in the draw. Keep the receipt: anyone who has it can check it, without help from this site.',
    verify: 'Verify this ticket',
    save: 'Save the receipt',
    fileName: (serial: string) => `receipt-${serial}.json`,
    publicCheck: 'Public check of this ticket',
    qr: 'QR code of the public check',
    qrNote:
      'Anyone who opens it sees this ticket and can check it, without signing in. It says nothing about who you are.',
  },

  working: {
    title: 'Checking …',
    asking: 'Asking the site for what it publishes.',
    leaves: (done: string, total: string) => `Fetching the list of tickets: ${done} of ${total} MB.`,
    leavesLabel: 'The list of tickets',
    checking: (done: number, total: number) => `${done} of ${total} steps are done.`,
    stop: 'Stop',
  },
  stopped: {
    title: 'Stopped',
    text: 'The check was stopped before it was complete. This says nothing about the draw.',
  },
  again: 'Check again',
  unreadable: 'This is not a receipt',

  verdict: {
    proved: {
      title: 'Proved',
      text: (steps: number) => `All ${steps} checks passed. Nobody could choose this result after seeing the tickets.`,
      trusted: (steps: number) =>
        `All ${steps} checks passed. But the draw used no public random value, so you have to trust the operator in one point: see below.`,
      trustedTitle: 'Checks passed; operator-trusted',
    },
    refuted: { title: 'A check failed', more: (count: number) => `${count} checks failed. The first:` },
    pending: {
      title: 'Passed so far',
      text: (passed: number, waiting: number) =>
        `${checks(passed)} passed. ${waiting === 1 ? '1 is' : `${waiting} are`} waiting for what does not exist yet.`,
    },
    partial: {
      title: 'Passed, as far as it could be checked',
      text: (passed: number, skipped: number) => `${checks(passed)} passed. ${skipped} could not be done here.`,
    },
  },
  offline: {
    title: 'Checked without the site',
    text: 'The site could not be reached, so only the file was checked. What needs the site is marked “Not checked”.',
  },

  groups: {
    ticket: 'The ticket',
    before: 'Before sales opened',
    closed: 'After sales closed',
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
    result: 'The result, recalculated',
    published: 'What has to be public',
    shown: 'What players see',
    seen: 'What this device saw before',
    saved: 'What the file says',
  },
  states: {
    passed: 'Passed',
    failed: 'Failed',
    pending: 'Waiting',
    skipped: 'Not checked',
    awaited: 'Waiting',
    trusted: 'Not used',
  },

  outcome: { mine: 'The ticket', drawn: 'The draw', pays: 'It pays' },
  tree: {
    title: 'Where the ticket is',
    caption:
      'Each yellow box is the hash of the two below it, from the ticket up to the root. The root is in the seal. If any ticket were changed or added, the root would be different.',
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
      'This draw does not use a public random value. The operator knows its seed before anyone else. So you have to trust the operator in one point: that it did not add tickets of its own until a result suited it, and did not look at a result before the seal and call the draw off.',
    isProven: 'Proven',
    isNot: 'Not proven',
    withBeacon: [
      'The operator fixed its seed before the first ticket was sold, and used that seed.',
      'The tickets are those of the seal: none has been added, removed or changed since.',
      'The result follows from seed, seal and a public random value, without any choice. By the time in the seal, that value did not exist yet.',
    ],
    withoutBeacon: [
      'The operator fixed its seed before the first ticket was sold, and used that seed.',
      'The tickets are those of the seal: none has been added, removed or changed since.',
      'The result follows from seed and seal, without any choice.',
    ],
    limits: [
      'Who bought the tickets. The operator may hold tickets of its own, like anyone else.',
      'That the seal was public at the time it states, and is the same for everyone. Your device keeps the seals that it saw; others keep theirs.',
      'That winnings are paid. Your wallet shows that.',
    ],
  },
  own: {
    title: 'Check it with your own program',
    text: 'You need not trust this page either: it came from the site that it checks. Here are the addresses of the data, and a command that reads nothing else. The command comes with the source code.',
    command: 'Command',
    addresses: 'Addresses',
    sealHash: 'Hash of the seal',
    operatorKey: 'The operator’s key',
  },

  page: {
    title: 'Verify a receipt',
    lead: 'Check any ticket with nothing but its receipt. You do not need to sign in.',
    choose: 'Choose a receipt',
    drop: 'or drop its file here, or paste it.',
    private: 'The receipt stays on this device. The site is asked only for what it publishes about the draw.',
    paste: 'Paste the text of a receipt',
    pasteLabel: 'Text of the receipt',
    check: 'Check',
    notJson: 'This text is not a receipt: it is not JSON.',
    tooLarge: 'This file is too large for a receipt.',
    fileFailed: 'This file could not be read.',
    from: { file: (name: string) => `From the file ${name}`, text: 'From pasted text', link: 'From the address' },
    another: 'Check another',
    how: 'How draws are made',
    figures: 'Figures, day by day',
  },
};

function checks(count: number): string {
  return count === 1 ? '1 check' : `${count} checks`;
}
