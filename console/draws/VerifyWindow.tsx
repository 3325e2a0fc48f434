import { useState } from 'react';
import { verifyDraw } from '#contract/calls/operator/draws.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useApi } from '#console/api/queries.ts';
import { useNow } from '#console/clock/clock.ts';
import { Button } from '#console/kit/Button.tsx';
import { Modal } from '#console/kit/Modal.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { Note, Status, type Tone } from '#console/kit/Status.tsx';
import { amount } from '#console/values/amounts.ts';
import { formatFull, formatSpan } from '#console/values/time.ts';
import { words as all } from '#console/words/en/draws.ts';
import type { OpenedDraw } from './late.tsx';
import styles from './VerifyWindow.module.css';

interface VerifyWindowProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly draw: OpenedDraw;
}

const words = all.verifying;

/** Has a draw checked, step by step. */
export function VerifyWindow({ isOpen, onClose, draw }: VerifyWindowProps) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} label={words.title(formatFull(draw.drawsAt))}>
      <Steps draw={draw} onClose={onClose} />
    </Modal>
  );
}

type State = OperatorAnswer<typeof verifyDraw>['data'][number]['state'];

const tones: Readonly<Record<State, Tone>> = { passed: 'ok', failed: 'bad', pending: 'run', skipped: 'idle' };

function Steps({ draw, onClose }: Pick<VerifyWindowProps, 'draw' | 'onClose'>) {
  const { id, drawsAt } = draw;
  const { data, error, refetch, isFetching } = useApi(verifyDraw, { params: { id } });
  // An earlier check proves nothing about the present.
  const steps = isFetching ? undefined : data?.data;
  const count = (state: State) => steps?.filter((step) => step.state === state).length ?? 0;
  return (
    <div className={styles.window}>
      <h2>{words.title(formatFull(drawsAt))}</h2>
      <p className="quiet">{words.text}</p>
      {error !== null && !isFetching && <Problem error={error} again={() => void refetch()} />}
      {isFetching && <Progress tickets={draw.total.tickets} />}
      {steps && (
        <>
          <div role="status">
            <Note tone={count('failed') > 0 ? 'bad' : 'plain'}>
              {sumUp(count('failed'), count('passed'), count('pending'))}
            </Note>
          </div>
          <ul className={styles.steps}>
            {steps.map(({ name, state, sentence }) => (
              <li key={name}>
                <Status is={tones[state]}>{words.names[name] ?? name}</Status>
                <span className="quiet">{sentence}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button onPress={onClose}>{words.close}</Button>
    </div>
  );
}

/** Names the steps of the check and shows the time since it began. The server hashes each ticket and answers all steps at once. */
function Progress({ tickets }: { readonly tickets: number }) {
  const now = useNow();
  const [startedAt] = useState(now);
  return (
    <>
      <p role="status">{words.fetching(amount(tickets))}</p>
      <p className="quiet">{formatSpan(Math.max(0, now - startedAt))}</p>
      <ul className={styles.steps}>
        {Object.entries(words.names).map(([name, says]) => (
          <li key={name}>
            <Status is="run">{says}</Status>
          </li>
        ))}
      </ul>
    </>
  );
}

function sumUp(failed: number, passed: number, pending: number): string {
  if (failed > 0) return words.failed(failed);
  return pending > 0 ? words.open(pending) : words.passed(passed);
}
