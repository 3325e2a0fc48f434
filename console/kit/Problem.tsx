import type { ReactNode } from 'react';
import { explain } from '#console/api/errors.ts';
import { words } from '#console/words/en/kit.ts';
import { Button } from './Button.tsx';
import styles from './States.module.css';

interface ProblemProps {
  readonly error: unknown;
  /** The meaning of the error, where it can be more exact. */
  readonly text?: ReactNode;
  /** The part that could not be loaded, in a sentence. */
  readonly what?: string;
  readonly again?: () => void;
}

/** The error, its cause, the id of the request for a search in the log, and one way to continue. */
export function Problem({ error, what, text: exactly, again }: ProblemProps) {
  const { title, text, requestId } = explain(error);
  return (
    <div className={styles.problem} role="alert">
      <div className="grow">
        <b>{what ?? `${title}.`}</b> {exactly ?? text}
        {requestId && <div className="mono quiet">{words.request(requestId)}</div>}
      </div>
      {again && (
        <Button writes={false} onPress={again}>
          {words.again}
        </Button>
      )}
    </div>
  );
}

interface NoAnswerProps extends Pick<ProblemProps, 'what'> {
  /** The result of `useApi` itself: a copy reads each of its values, and the screen would then render on every change. */
  readonly of: { readonly error: unknown; readonly refetch: () => unknown };
}

/** The error of a call, with the button that asks again; nothing while there is none. */
export function NoAnswer({ of, ...says }: NoAnswerProps) {
  return of.error ? <Problem {...says} error={of.error} again={() => void of.refetch()} /> : null;
}
