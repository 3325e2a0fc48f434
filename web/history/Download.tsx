import { useState } from 'react';
import { listTransactions } from '#contract/calls/wallet.ts';
import type { CallInput } from '#contract/endpoints.ts';
import { callText } from '#web/api/call-text.ts';
import { explain } from '#web/api/explain.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { saveFile } from '#ui/save-file.ts';
import { words } from '#web/words/en/history.ts';
import styles from './History.module.css';
import type { Period } from './period.ts';

interface DownloadProps {
  query: CallInput<typeof listTransactions>['query'];
  period: Period;
}

/** Every line that matches the filters as CSV, also those not loaded yet. Not a plain link, because the call needs the token. */
export function Download({ query, period }: DownloadProps) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function download() {
    setPending(true);
    setError(null);
    try {
      saveFile(await callText(listTransactions, 'text/csv', { query }), fileName(period), 'text/csv');
    } catch (failure) {
      setError(failure);
    }
    setPending(false);
  }

  return (
    <>
      <Button variant="ghost" className={styles.download} pending={pending} onClick={() => void download()}>
        {words.download}
      </Button>
      {error !== null && (
        <Notice tone="error" title={explain(error).title}>
          {explain(error).text}
        </Notice>
      )}
    </>
  );
}

function fileName({ from, to }: Period): string {
  return words.fileName(from ?? words.start, to ?? words.today);
}
