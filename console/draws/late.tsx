import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import type { getDraw, listDraws } from '#contract/calls/operator/draws.ts';
import { Status, Tag, type Tone } from '#console/kit/Status.tsx';
import { formatSpan } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';

export type ListedDraw = OperatorAnswer<typeof listDraws>['data'][number];
export type OpenedDraw = OperatorAnswer<typeof getDraw>['data'];

/** The time at which a step of a draw was taken, as an ISO text; null before it. */
export function stepAt({ life }: OpenedDraw, step: OpenedDraw['life'][number]['step']): string | null {
  return life.find((taken) => taken.step === step)?.real ?? null;
}

const tones: Readonly<Record<ListedDraw['status'], Tone>> = {
  open: 'run',
  closed: 'run',
  drawn: 'run',
  settled: 'ok',
  void: 'idle',
};

type Standing = Pick<ListedDraw, 'status' | 'late'>;

/** Whether an operator has to look: a step is late, and the draw is not over. */
function needsSomebody({ status, late }: Standing): boolean {
  return late !== null && status !== 'settled' && status !== 'void';
}

/** A draw's status; a status that waits for somebody is a square. */
export function DrawStatus({ of: draw }: { readonly of: Standing }) {
  return <Status is={needsSomebody(draw) ? 'wait' : tones[draw.status]}>{words.statuses[draw.status]}</Status>;
}

interface LateStepProps {
  readonly of: Standing & { readonly calledOff: unknown };
  /** Adds *late*, where no column says so. */
  readonly inFull?: boolean;
}

/** The first step that came late, or never. */
export function LateStep({ of: draw, inFull = false }: LateStepProps) {
  if (draw.calledOff) return <Tag>{words.calledOff}</Tag>;
  const { late, status } = draw;
  if (late === null) return null;
  const step = words.steps[late.step];
  if (status === 'void') return <Tag>{words.never(late.step)}</Tag>;
  if (needsSomebody(draw) && !inFull) return <Tag tone="wait">{words.lateNow(step)}</Tag>;
  const span = formatSpan(late.seconds * 1_000, true);
  return (
    <Tag tone={needsSomebody(draw) || inFull ? 'wait' : 'plain'}>
      {inFull ? words.lateIn(step, span) : words.late(step, span)}
    </Tag>
  );
}
