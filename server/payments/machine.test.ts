import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaymentStatus } from '#contract/payments.ts';
import { decideStep, type Fact, type Movement } from './machine.ts';
import type { Direction } from './provider.ts';

type Kind = Fact['kind'];
const kinds = [
  'accepted',
  'rejected',
  'unanswered',
  'under_way',
  'confirmed',
  'declined',
  'absent',
  'expired',
  'refunded',
  'refunded_in_part',
  'reversed',
  'released',
  'refused',
] as const;

/** Lets facts happen one after another, the provider's money always being where it can be moved. */
function run(direction: Direction, facts: readonly Kind[], first: PaymentStatus = 'created') {
  let status: PaymentStatus = first;
  const movements: Movement[] = [];
  for (const fact of facts) {
    const step = decideStep(direction, status, fact);
    if (step === null) continue;
    status = step.to;
    if (step.movement !== undefined) movements.push(step.movement);
  }
  return { status, movements };
}

const anyFacts = fc.array(fc.constantFrom(...kinds), { maxLength: 12 });

describe('for facts of any kind, number and order', () => {
  test('a deposit is credited once, and only if it was confirmed', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { status, movements } = run('deposit', facts);
        const taken = movements.filter((movement) => movement === 'charge_back');
        expect(movements).toEqual(facts.includes('confirmed') ? ['credit', ...taken] : []);
        expect(status === 'succeeded').toBe(facts.includes('confirmed'));
      }),
    );
  });

  test('a refund is taken back only after the deposit was credited', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const after = facts.slice(facts.indexOf('confirmed') + 1);
        const refunds = facts.includes('confirmed') ? after.filter((fact) => fact.startsWith('refunded')) : [];
        const { movements } = run('deposit', facts);
        expect(movements.filter((movement) => movement === 'charge_back')).toHaveLength(refunds.length);
      }),
    );
  });

  test('a withdrawal’s held money is moved once, and is gone in the end if it was confirmed', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { status, movements } = run('withdrawal', facts);
        const held = movements.filter((movement) => movement !== 'give_back');
        expect([[], ['pay'], ['return'], ['return', 'retake']]).toContainEqual(held);
        expect(status === 'paid').toBe(facts.includes('confirmed'));
        expect(['pay', 'retake'].includes(held.at(-1) ?? '')).toBe(facts.includes('confirmed'));
      }),
    );
  });

  test('a reversal gives money back only after it was paid; the books take each once', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const paidAt = facts.indexOf('confirmed');
        const reversals = paidAt < 0 ? [] : facts.slice(paidAt).filter((fact) => fact === 'reversed');
        const { movements } = run('withdrawal', facts);
        expect(movements.filter((movement) => movement === 'give_back')).toHaveLength(reversals.length);
      }),
    );
  });

  test('a withdrawal under review waits for an operator, whatever else happens, and then continues like any other', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const decided = facts.findIndex((fact) => fact === 'released' || fact === 'refused');
        const before = run('withdrawal', decided < 0 ? facts : facts.slice(0, decided), 'review');
        expect(before).toEqual({ status: 'review', movements: [] });
        if (decided < 0) return;
        const after = run('withdrawal', facts.slice(decided + 1), facts[decided] === 'released' ? 'created' : 'failed');
        const movements = [...(facts[decided] === 'refused' ? (['return'] as const) : []), ...after.movements];
        expect(run('withdrawal', facts, 'review')).toEqual({ status: after.status, movements });
      }),
    );
  });

  test('only the payment itself can begin a review', () => {
    fc.assert(
      fc.property(fc.constantFrom('deposit', 'withdrawal'), anyFacts, (direction, facts) => {
        expect(run(direction, facts).status).not.toBe('review');
      }),
    );
  });

  test('unless it is paid or returned, money is held, and the status says that the payment is not over', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { status, movements } = run('withdrawal', facts);
        expect(['created', 'processing', 'unknown'].includes(status)).toBe(movements.length === 0);
      }),
    );
  });
});

test.each<[Kind[], PaymentStatus]>([
  [[], 'review'],
  [['released'], 'created'],
  [['refused'], 'failed'],
  [['confirmed'], 'review'],
  [['refused', 'released'], 'failed'],
  [['released', 'refused'], 'created'],
  [['released', 'unanswered', 'absent'], 'failed'],
  [['refused', 'confirmed'], 'paid'],
])('after the facts %j a held withdrawal is %s', (facts, status) => {
  expect(run('withdrawal', facts, 'review').status).toBe(status);
});

test.each<[Direction, Kind[], PaymentStatus]>([
  ['deposit', ['accepted'], 'pending'],
  ['deposit', ['accepted', 'expired'], 'expired'],
  ['deposit', ['accepted', 'declined'], 'failed'],
  ['deposit', ['unanswered'], 'created'],
  ['deposit', ['unanswered', 'under_way'], 'pending'],
  ['deposit', ['unanswered', 'absent'], 'failed'],
  ['deposit', ['accepted', 'expired', 'declined'], 'failed'],
  ['deposit', ['accepted', 'expired', 'absent'], 'expired'],
  ['deposit', ['accepted', 'refunded'], 'failed'],
  ['deposit', ['accepted', 'refunded_in_part'], 'pending'],
  ['deposit', ['accepted', 'confirmed', 'refunded'], 'succeeded'],
  ['deposit', ['accepted', 'absent'], 'pending'],
  ['withdrawal', ['accepted'], 'processing'],
  ['withdrawal', ['unanswered'], 'unknown'],
  ['withdrawal', ['unanswered', 'expired'], 'unknown'],
  ['withdrawal', ['unanswered', 'rejected'], 'unknown'],
  ['withdrawal', ['unanswered', 'absent'], 'failed'],
  ['withdrawal', ['accepted', 'absent'], 'processing'],
  ['withdrawal', ['rejected'], 'failed'],
  ['withdrawal', ['accepted', 'reversed'], 'failed'],
  ['withdrawal', ['accepted', 'confirmed', 'reversed'], 'paid'],
])('a %s after %j is %s', (direction, facts, status) => {
  expect(run(direction, facts).status).toBe(status);
});
