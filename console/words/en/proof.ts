import { countsWith } from '#console/words/counted.ts';

const counted = countsWith((count) => count === 1);

/** Words of the proof of a draw. */
export const words = {
  title: 'Can anybody check this draw?',
  again: 'Verify again',
  fetching: (tickets: string) => `Checking the draw with its ${tickets} ${tickets === '1' ? 'ticket' : 'tickets'}…`,
  passed: (steps: number) => `Yes. All ${steps} steps are right.`,
  open: (steps: number) => `${counted(steps, 'step', 'steps')} cannot be checked yet.`,
  failed: (steps: number) => `${counted(steps, 'step is', 'steps are')} wrong.`,
  checkedAt: (time: string) => `Checked ${time}`,
  allSteps: (steps: number) => `The ${steps} steps of the check`,
  elsewhere:
    'This is the players’ program, over what the database holds. Whoever does not trust this server runs it elsewhere: npm run verify.',
  sentences: {
    terms: {
      says: 'The terms were fixed before sales',
      proves: (ahead: string) => `Rules and the secret’s fingerprint were stored ${ahead} before the close.`,
    },
    tickets: {
      says: 'The tickets were fixed before the result',
      proves: (count: number, written: string) =>
        `${counted(count, 'ticket', 'tickets', written)} sealed after the close; none added, none removed.`,
    },
    chain: {
      says: 'The seals form an unbroken chain',
      proves: (before: string | null, after: string | null) =>
        `${before === null ? 'It is the first seal' : `Follows the draw of ${before}`}${after === null ? '; no later draw is sealed yet' : `, followed by ${after}`}.`,
    },
    random: {
      says: 'The result comes from the secret and a public random value',
      proves: 'Neither we nor anybody else could choose it.',
    },
    shown: { says: 'The result is the one players saw', proves: 'What the site shows is what the proof gives.' },
    winnings: {
      says: 'The winnings are those the rules give',
      proves: (count: number, written: string, amount: string) =>
        `${counted(count, 'winning ticket', 'winning tickets', written)}, ${amount} XOF, recomputed from the sealed tickets.`,
    },
    check: {
      agrees: 'Independent check: agrees',
      differs: 'Independent check: disagrees',
      notRun: 'Independent check: not run',
      proves: 'Another program with a login of its own, before and after the result.',
    },
  },
  notRun: 'The independent check has not run: only this site has computed them.',
  noResult: 'The draw has no result.',
  notCalculated: 'No winnings are calculated.',
  notYet: 'It begins with the sealed tickets.',
  technical: 'Technical',
  thousandths: 'Times to the millisecond',
  copyAll: 'Copy all',
  facts: {
    rules: 'Rules',
    commitment: 'Commitment',
    signature: 'Its signature',
    operatorKey: 'Operator’s key',
    seal: 'Seal',
    before: 'Seal before',
    after: 'Seal after',
    root: 'Merkle root',
  },
  notSealed: 'not sealed yet',
  neverSealed: 'never sealed',
  first: 'the first seal',
  none: 'none yet',
  names: {
    draw: 'Record',
    operator: 'Operator’s key',
    rules: 'Rules',
    commitment: 'Commitment',
    seal: 'Seal',
    'seal-signature': 'Signature of the seal',
    'seal-time': 'Time of the seal',
    'seal-chain': 'Chain of seals',
    leaves: 'Leaves',
    root: 'Root',
    seed: 'Seed',
    beacon: 'Beacon',
    result: 'Result',
    shown: 'What players see',
  } as Readonly<Record<string, string>>,
};
