import { useState, type ReactNode } from 'react';
import { codeOf } from '#web/api/errors.ts';
import { explain } from '#web/api/explain.ts';
import { withProof } from '#web/proof/withProof.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './MyData.module.css';

interface ProvenActProps {
  variant: 'secondary' | 'strong';
  /** The words of the button. */
  children: ReactNode;
  /** Rejects when it is refused. */
  act: () => Promise<void>;
  /** Another title for a refusal than the one it comes with. */
  titleOf?: (error: unknown) => string | undefined;
}

/** A button for an act that needs a fresh proof. */
export function ProvenAct({ act, titleOf, variant, children }: ProvenActProps) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function tryIt() {
    setPending(true);
    setError(null);
    try {
      await withProof(act);
    } catch (failure) {
      // Closing the dialog cancels the act.
      if (codeOf(failure) !== 'proof_needed') setError(failure);
    }
    setPending(false);
  }

  return (
    <div className={styles.act}>
      {error !== null && (
        <Notice tone="error" title={titleOf?.(error) ?? explain(error).title}>
          {explain(error).text}
        </Notice>
      )}
      <Button variant={variant} block pending={pending} onClick={() => void tryIt()}>
        {children}
      </Button>
    </div>
  );
}
