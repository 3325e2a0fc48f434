import { verdictOf, type Step, type Verdict } from '#domain/fair-draw/steps.ts';
import type { Failure } from '#web/api/errors.ts';
import type { CheckedDraw, CheckedTicket, CheckMessage, Progress, StepName } from './messages.ts';
import type { PlaceInTree } from './place-in-tree.ts';

/** The subject of a check. */
export type Subject =
  | { readonly subject: 'draw'; readonly drawId: string }
  | { readonly subject: 'receipt'; readonly document: unknown }
  | { readonly subject: 'link'; readonly hash: string };

export interface CheckState {
  readonly phase: 'running' | 'done' | 'stopped' | 'failed' | 'unreadable';
  readonly progress: Progress;
  /** In the order they were decided. */
  readonly steps: readonly Step<StepName>[];
  readonly draw: CheckedDraw | null;
  readonly ticket: CheckedTicket | null;
  readonly place: PlaceInTree | null;
  /** Why the site did not answer. The check continues without it, or has ended if the phase is `failed`. */
  readonly failure: Failure | null;
  /** In the phase `unreadable`, why. */
  readonly sentence: string | null;
}

export const started: CheckState = {
  phase: 'running',
  progress: { doing: 'asking' },
  steps: [],
  draw: null,
  ticket: null,
  place: null,
  failure: null,
  sentence: null,
};

export function noteMessage(state: CheckState, message: CheckMessage): CheckState {
  switch (message.kind) {
    case 'progress':
      return { ...state, progress: message.progress };
    case 'step':
      return { ...state, steps: [...state.steps, message.step] };
    case 'draw':
      return { ...state, draw: message.draw };
    case 'ticket':
      return { ...state, ticket: message.ticket };
    case 'place':
      return { ...state, place: message.place };
    case 'offline':
      return { ...state, failure: message.failure };
    case 'done':
      return { ...state, phase: 'done' };
    case 'failed':
      return { ...state, phase: 'failed', failure: message.failure };
    case 'unreadable':
      return { ...state, phase: 'unreadable', sentence: message.sentence };
    case 'seals':
      return state;
  }
}

/** The steps in the order a person reads them: the ticket, then the life of its draw. */
const groups = {
  ticket: ['ticket', 'leaf', 'receipt-signature', 'acceptance', 'inclusion', 'outcome'],
  before: ['draw', 'rules', 'commitment'],
  closed: ['seal', 'seal-signature', 'seal-time', 'seal-chain', 'leaves', 'root'],
  result: ['seed', 'beacon', 'result'],
  site: ['published', 'shown', 'seen', 'saved'],
} as const satisfies Record<string, readonly StepName[]>;

type GroupName = keyof typeof groups;

/** These are shown only when there is something to report. */
const unawaited: ReadonlySet<StepName> = new Set(['published', 'shown', 'seen', 'saved']);

export interface StepGroup {
  readonly name: GroupName;
  /** The decided steps and, while the check runs, those still awaited, by name only. */
  readonly steps: readonly (Step<StepName> | { readonly name: StepName; readonly state: 'awaited' })[];
}

export function groupSteps({ steps, phase }: CheckState, subject: Subject['subject']): StepGroup[] {
  const names = (Object.keys(groups) as GroupName[]).filter((name) => name !== 'ticket' || subject !== 'draw');
  return names
    .map((name) => ({
      name,
      steps: groups[name].flatMap((step: StepName): StepGroup['steps'] => {
        const decided = steps.filter((each) => each.name === step);
        const isAwaited = decided.length === 0 && phase === 'running' && !unawaited.has(step);
        return isAwaited ? [{ name: step, state: 'awaited' as const }] : decided;
      }),
    }))
    .filter((group) => group.steps.length > 0);
}

interface Conclusion {
  readonly verdict: Verdict;
  /** The first step that is wrong. */
  readonly lie: Step<StepName> | null;
  /** How many steps are in each state. */
  readonly counts: Readonly<Record<Step['state'], number>>;
}

export function concludeSteps(steps: readonly Step<StepName>[]): Conclusion {
  const counts = { passed: 0, failed: 0, pending: 0, skipped: 0 };
  for (const { state } of steps) counts[state] += 1;
  return { verdict: verdictOf(steps), lie: steps.find(({ state }) => state === 'failed') ?? null, counts };
}
