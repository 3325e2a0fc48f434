import { useEffect, useState } from 'react';
import Check from './Check.tsx';
import type { Subject } from './check-state.ts';
import { readReceiptLink } from './receipt-link.ts';
import { prepareCheck } from './start-check.ts';
import { Page } from '#web/layout/Page.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { classNames } from '#ui/classNames.ts';
import { Icon } from '#ui/Icon.tsx';
import { Link, useHash } from '#ui/Link.tsx';
import { Notice } from '#ui/Notice.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/fairness.ts';
import { readReceiptFile, readReceiptText, type Given } from './given.ts';
import styles from './Verify.module.css';

interface Chosen {
  readonly from: string;
  readonly subject: Subject;
}

/** Checks a receipt given as a file, as text, or in this page's address. */
export default function Verify() {
  const hash = useHash();
  return <ReceiptCheck key={hash} hash={hash} />;
}

function ReceiptCheck({ hash }: { hash: string }) {
  const [chosen, setChosen] = useState<Chosen | null>(() => linked(hash));
  const [problem, setProblem] = useState<string | null>(null);

  function take(given: Given, from: string) {
    if ('problem' in given) setProblem(words.page[given.problem]);
    else setChosen({ from, subject: { subject: 'receipt', document: given.document } });
  }
  const takeText = (text: string) => take(readReceiptText(text), words.page.from.text);
  const takeFile = async (file: File) => take(await readReceiptFile(file), words.page.from.file(file.name));

  return (
    <Page title={words.page.title} lead={words.page.lead} width="column">
      {chosen ? (
        <>
          <Card className={styles.chosen}>
            <span>{chosen.from}</span>
            <Button
              variant="secondary"
              size="s"
              icon={moreIcons.back}
              onClick={() => {
                setChosen(null);
                setProblem(null);
              }}
            >
              {words.page.another}
            </Button>
          </Card>
          <Check subject={chosen.subject} />
        </>
      ) : (
        <Choice problem={problem} onFile={(file) => void takeFile(file)} onText={takeText} />
      )}
      <p className={styles.how}>
        <Link to="/about#draws">{words.page.how}</Link> · <Link to="/figures">{words.page.figures}</Link>
      </p>
    </Page>
  );
}

function linked(hash: string): Chosen | null {
  return readReceiptLink(hash) ? { from: words.page.from.link, subject: { subject: 'link', hash } } : null;
}

interface ChoiceProps {
  problem: string | null;
  onFile: (file: File) => void;
  onText: (text: string) => void;
}

function Choice({ problem, onFile, onText }: ChoiceProps) {
  const [over, setOver] = useState(false);
  const [text, setText] = useState('');
  useEffect(prepareCheck, []);
  usePaste(onFile, onText);

  return (
    <Card className={styles.choice}>
      <label className={classNames(styles.drop, over && styles.over)}>
        <Icon path={moreIcons.ticket} size={36} />
        <b className={styles.choose}>{words.page.choose}</b>
        <span className={styles.or}>{words.page.drop}</span>
        <input
          className={styles.file}
          type="file"
          accept=".json,application/json"
          aria-label={words.page.choose}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) onFile(file);
            // The same file can then be chosen again after it was corrected.
            currentTarget.value = '';
          }}
        />
      </label>
      {problem && <Notice tone="error">{problem}</Notice>}
      <p className={styles.private}>
        <Icon path={moreIcons.lock} size={18} />
        {words.page.private}
      </p>
      <details className={styles.paste}>
        <summary>{words.page.paste}</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onText(text);
          }}
        >
          <textarea
            className={styles.text}
            aria-label={words.page.pasteLabel}
            rows={6}
            spellCheck={false}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit" disabled={text.trim() === ''}>
            {words.page.check}
          </Button>
        </form>
      </details>
    </Card>
  );
}

/** Pasting anywhere on the page checks a receipt; pasting into a field only fills the field. */
function usePaste(onFile: (file: File) => void, onText: (text: string) => void) {
  useEffect(() => {
    function paste({ clipboardData, target }: ClipboardEvent) {
      if (target instanceof HTMLTextAreaElement) return;
      const [file] = clipboardData?.files ?? [];
      if (file) onFile(file);
      else if (clipboardData?.getData('text/plain')) onText(clipboardData.getData('text/plain'));
    }
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [onFile, onText]);
}
