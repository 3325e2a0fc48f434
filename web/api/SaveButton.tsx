import { useState, type ComponentProps } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { explain } from './explain.ts';

interface SaveButtonProps extends Omit<ComponentProps<typeof Button>, 'pending' | 'onClick'> {
  /** Asks the API for the file, and saves it. */
  save: () => Promise<void>;
}

/** Saves a file that a plain link could not fetch, because the call needs the token. Says below itself when that fails. */
export function SaveButton({ save, ...button }: SaveButtonProps) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function trySave() {
    setPending(true);
    setError(null);
    try {
      await save();
    } catch (failure) {
      setError(failure);
    }
    setPending(false);
  }

  return (
    <>
      <Button {...button} pending={pending} onClick={() => void trySave()} />
      {error !== null && (
        <Notice tone="error" title={explain(error).title}>
          {explain(error).text}
        </Notice>
      )}
    </>
  );
}
