import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { explainPasskey } from './explainPasskey.ts';
import styles from './PasskeyButton.module.css';
import { PasskeyError } from '#ui/webauthn.ts';

/** The icon is not in `more-icons.ts`, which every page with a form loads. */
const key = 'M8 19.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM11 12.5l8-8M16 7.5l3 3M13.5 10l2 2';

interface PasskeyButtonProps {
  variant?: 'primary' | 'secondary';
  pending: boolean;
  /** Why the last try failed; null before. */
  error: unknown;
  onUse: () => void;
  children: ReactNode;
}

/** Uses a passkey, and says above itself what went wrong. */
export function PasskeyButton({ variant = 'secondary', pending, error, onUse, children }: PasskeyButtonProps) {
  const said = error === null ? null : explainPasskey(error);
  return (
    <div className={styles.place}>
      {said && (
        // A client who cancels knows that, but a browser reports the same where a device has no passkey.
        <Notice tone={error instanceof PasskeyError ? 'warning' : 'error'} title={said.title}>
          {said.text}
        </Notice>
      )}
      <Button variant={variant} size="l" block icon={key} pending={pending} onClick={onUse}>
        {children}
      </Button>
    </div>
  );
}
