import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { explainPasskey } from './explainPasskey.ts';
import styles from './PasskeyButton.module.css';
import { PasskeyError } from './webauthn.ts';

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
        // Whoever cancels knows, but a browser says the same where a device has no passkey.
        <Notice tone={error instanceof PasskeyError ? 'warning' : 'error'} title={said.title}>
          {said.text}
        </Notice>
      )}
      <Button variant={variant} size="l" block icon={moreIcons.key} pending={pending} onClick={onUse}>
        {children}
      </Button>
    </div>
  );
}
