import { explain } from '#console/api/errors.ts';
import { words } from '#console/words/en/kit.ts';
import { Button } from './Button.tsx';
import styles from './States.module.css';

interface ProblemProps {
  readonly error: unknown;
  /** What did not come, in a sentence. */
  readonly what?: string;
  readonly again?: () => void;
}

/** What went wrong, why, the request's id for whoever looks it up, and one way on. */
export function Problem({ error, what, again }: ProblemProps) {
  const { title, text, requestId } = explain(error);
  return (
    <div className={styles.problem} role="alert">
      <div className="grow">
        <b>{what ?? `${title}.`}</b> {text}
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
