import { expect, it } from 'vitest';
import type { Step } from '#domain/fair-draw/steps.ts';
import { concludeSteps, groupSteps, noteMessage, started } from './check-state.ts';
import type { StepName } from './messages.ts';

function step(name: StepName, state: Step['state'], code = 'ok'): Step<StepName> {
  return { name, state, code, sentence: `${name} is ${state}.` };
}

it('shows the expected steps of a draw in order, and replaces each in place once it is decided', () => {
  const state = noteMessage(started, { kind: 'step', step: step('rules', 'passed') });
  const groups = groupSteps(state, 'draw');
  expect(groups.map(({ name }) => name)).toEqual(['before', 'closed', 'result']);
  expect(groups[0]!.steps).toEqual([
    { name: 'draw', state: 'awaited' },
    step('rules', 'passed'),
    { name: 'commitment', state: 'awaited' },
  ]);
  expect(groupSteps(state, 'link')[0]!.name).toBe('ticket');
});

it('shows only decided steps at the end, however often', () => {
  let state = started;
  for (const each of [step('published', 'failed'), step('draw', 'passed'), step('published', 'failed')]) {
    state = noteMessage(state, { kind: 'step', step: each });
  }
  state = noteMessage(state, { kind: 'done' });
  expect(groupSteps(state, 'receipt')).toEqual([
    { name: 'before', steps: [step('draw', 'passed')] },
    { name: 'site', steps: [step('published', 'failed'), step('published', 'failed')] },
  ]);
});

it('draws its conclusion from the steps, and names the first wrong one', () => {
  const wrong = step('seed', 'failed', 'seed_swapped');
  const steps = [step('draw', 'passed'), step('leaves', 'skipped'), wrong, step('result', 'failed')];
  expect(concludeSteps(steps)).toEqual({
    verdict: 'refuted',
    lie: wrong,
    counts: { passed: 1, failed: 2, pending: 0, skipped: 1 },
  });
  expect(concludeSteps(steps.slice(0, 1)).verdict).toBe('proved');
});
