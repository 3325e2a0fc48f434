import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { saveFile } from '#ui/save-file.ts';
import { words as allWords } from '#web/words/en/security.ts';
import styles from './RecoveryCodes.module.css';

const words = allWords.recovery;

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <Card surface="well" className={styles.recovery}>
      <p>{words.keep}</p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Button variant="secondary" block onClick={() => saveFile(`${codes.join('\n')}\n`, words.file, 'text/plain')}>
        {words.save}
      </Button>
      <Button size="l" block onClick={onKept}>
        {words.kept}
      </Button>
    </Card>
  );
}
