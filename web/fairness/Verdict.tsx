import type { ReactNode } from 'react';
import { formatDecimal } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { Icon, type IconPath } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { icons } from '#ui/icons.ts';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/fairness.ts';
import { concludeSteps, type CheckState } from './check-state.ts';
import type { Progress } from './messages.ts';
import styles from './Verdict.module.css';

interface VerdictProps {
  check: CheckState & { stop: () => void; again: () => void };
  /** How many steps the check has, as far as that is known. */
  total: number;
}

/** The result of the check; while it runs, its progress. */
export function Verdict({ check, total }: VerdictProps) {
  const { phase, progress, steps } = check;
  if (phase === 'running') {
    return (
      <Head tone="running" mark={<Spinner />} title={words.working.title}>
        <p className={styles.text}>{describe(progress, steps.length, total)}</p>
        {progress.doing === 'leaves' && (
          <progress
            className={styles.progress}
            aria-label={words.working.leavesLabel}
            max={Math.max(progress.total, 1)}
            value={progress.done}
          />
        )}
        <Button variant="secondary" size="s" icon={icons.close} className={styles.action} onClick={check.stop}>
          {words.working.stop}
        </Button>
      </Head>
    );
  }
  const { tone, icon, title, text } = phase === 'stopped' ? stopped : conclude(check);
  return (
    <Head tone={tone} mark={<Icon path={icon} size={30} />} title={title}>
      <p className={styles.text}>{text}</p>
      <Button variant="ghost" size="s" icon={icons.repeat} className={styles.action} onClick={check.again}>
        {words.again}
      </Button>
    </Head>
  );
}

type Tone = 'running' | 'stopped' | 'proved' | 'refuted' | 'pending' | 'partial';

interface HeadProps {
  tone: Tone;
  mark: ReactNode;
  title: string;
  children: ReactNode;
}

function Head({ tone, mark, title, children }: HeadProps) {
  return (
    <div className={styles.verdict} data-tone={tone}>
      <div className={styles.mark}>{mark}</div>
      <div className={styles.words}>
        <div role="status">
          <h2 className={styles.title}>{title}</h2>
        </div>
        {children}
      </div>
    </div>
  );
}

interface Conclusion {
  tone: Tone;
  icon: IconPath;
  title: string;
  text: ReactNode;
}

const stopped: Conclusion = { tone: 'stopped', icon: moreIcons.minus, ...words.stopped };

function conclude({ steps, draw }: CheckState): Conclusion {
  const { verdict, lie, counts } = concludeSteps(steps);
  const { proved, refuted, pending, partial } = words.verdict;
  switch (verdict) {
    case 'proved':
      return {
        tone: 'proved',
        icon: moreIcons.shield,
        title: draw?.operatorTrusted ? proved.trustedTitle : proved.title,
        text: (draw?.operatorTrusted ? proved.trusted : proved.text)(counts.passed),
      };
    case 'refuted':
      return {
        tone: 'refuted',
        icon: moreIcons.cross,
        title: refuted.title,
        text: counts.failed > 1 ? `${refuted.more(counts.failed)} ${lie!.sentence}` : lie!.sentence,
      };
    case 'pending':
      return {
        tone: 'pending',
        icon: moreIcons.clock,
        title: pending.title,
        text: pending.text(counts.passed, counts.pending),
      };
    case 'partial':
      return {
        tone: 'partial',
        icon: icons.info,
        title: partial.title,
        text: partial.text(counts.passed, counts.skipped),
      };
  }
}

function describe(progress: Progress, done: number, total: number): string {
  switch (progress.doing) {
    case 'asking':
      return words.working.asking;
    case 'leaves':
      return words.working.leaves(megabytes(progress.done), megabytes(progress.total));
    case 'checking':
      return words.working.checking(done, total);
  }
}

function megabytes(bytes: number): string {
  return formatDecimal(bytes / 1_000_000);
}
