import type { ReactNode } from 'react';
import { Icon, type IconPath } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/fairness.ts';
import type { StepGroup } from './check-state.ts';
import styles from './Steps.module.css';

type ShownStep = StepGroup['steps'][number];

/** One group of steps, each with a tick or a cross and a sentence. */
export function Steps({ group, children }: { group: StepGroup; children?: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3 className={styles.heading}>{words.groups[group.name]}</h3>
      <ol className={styles.steps}>
        {group.steps.map((step, index) => (
          // A step can appear more than once, and never moves.
          <Step key={`${step.name} ${index}`} step={step} />
        ))}
      </ol>
      {children}
    </section>
  );
}

type Look = ShownStep['state'] | 'trusted';

const marks: Record<Look, IconPath> = {
  passed: icons.check,
  failed: moreIcons.cross,
  pending: moreIcons.clock,
  skipped: moreIcons.minus,
  awaited: moreIcons.clock,
  trusted: icons.info,
};

/** A missing public random value can be correct, but it gets no tick. */
function lookOf(step: ShownStep): Look {
  return step.state === 'passed' && step.code === 'operator_trusted' ? 'trusted' : step.state;
}

function Step({ step }: { step: ShownStep }) {
  const { name, state } = step;
  const look = lookOf(step);
  return (
    <li className={styles.step} data-state={look} data-step={name}>
      <span className={styles.mark}>{look !== 'awaited' && <Icon path={marks[look]} size={18} />}</span>
      <span className={styles.name}>{words.steps[name]}</span>
      <span className={styles.state}>{words.states[look]}</span>
      {state !== 'awaited' && <p className={styles.sentence}>{step.sentence}</p>}
      {state === 'failed' && <code className={styles.code}>{step.code}</code>}
    </li>
  );
}
