import { listTransactions } from '#contract/calls/wallet.ts';
import type { CallInput } from '#contract/endpoints.ts';
import { callText } from '#web/api/call-text.ts';
import { SaveButton } from '#web/api/SaveButton.tsx';
import { saveFile } from '#ui/save-file.ts';
import { words } from '#web/words/en/history.ts';
import styles from './History.module.css';
import type { Period } from './period.ts';

interface DownloadProps {
  query: CallInput<typeof listTransactions>['query'];
  period: Period;
}

/** Every line that matches the filters as CSV, also those not loaded yet. */
export function Download({ query, period }: DownloadProps) {
  async function save() {
    saveFile(await callText(listTransactions, 'text/csv', { query }), fileName(period), 'text/csv');
  }
  return (
    <SaveButton variant="ghost" className={styles.download} save={save}>
      {words.download}
    </SaveButton>
  );
}

function fileName({ from, to }: Period): string {
  return words.fileName(from ?? words.start, to ?? words.today);
}
