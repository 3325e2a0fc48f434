import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { words as uiWords } from '#ui/words/en/kit.ts';
import { icons } from '#ui/icons.ts';
import { words } from '#web/words/en/layout.ts';
import styles from './Broken.module.css';

export interface Trouble {
  /** The code was not loaded; otherwise it has an error in itself. */
  why: 'load' | 'bug';
  again: () => void;
  isTrying: boolean;
}

/** Shown in place of a page, or of a part of one: what happened, and a retry. */
export function Broken({ why, again, isTrying }: Trouble) {
  const { title, text } = words.broken[why];
  return (
    <ErrorState title={title} onRetry={again} retrying={isTrying}>
      {text}
    </ErrorState>
  );
}

/** Shown in place of a part of the header: one line below it. */
export function BrokenLine({ text, trouble, onClose }: { text: string; trouble: Trouble; onClose?: () => void }) {
  const { again, isTrying } = trouble;
  return (
    <div className={styles.line} role="alert">
      <span>{text}</span>
      <Button size="s" variant="secondary" pending={isTrying} onClick={again}>
        {uiWords.tryAgain}
      </Button>
      {onClose && <IconButton icon={icons.close} label={uiWords.close} onClick={onClose} />}
    </div>
  );
}
