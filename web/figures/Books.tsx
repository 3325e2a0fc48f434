import { formatAmount } from '#domain/money.ts';
import { Card } from '#ui/Card.tsx';
import { Fact, Facts } from '#ui/Facts.tsx';
import { formatDateTime, useTimeZone } from '#web/values/format.ts';
import { words } from '#web/words/en/figures.ts';
import type { FiguresAnswer } from './answer.ts';
import styles from './Figures.module.css';

/** Whether the accounts add up, and the end of the operators' audit chain. */
export function Books({ meta: { books, audit } }: { meta: FiguresAnswer['meta'] }) {
  const timeZone = useTimeZone();
  const at = (moment: string | null) => (moment === null ? words.books.never : formatDateTime(moment, timeZone));
  const wrong = books.mismatches > 0;
  return (
    <Card
      title={words.books.title}
      aside={
        books.lastPassAt !== null && (
          <span className={styles.state} data-wrong={wrong}>
            {wrong ? words.books.wrong(books.mismatches) : words.books.whole}
          </span>
        )
      }
    >
      <Facts ruled>
        <Fact name={words.books.full}>{at(books.lastFullPassAt)}</Fact>
        <Fact name={words.books.recent}>{at(books.lastPassAt)}</Fact>
        {audit && <Fact name={words.books.audit}>{words.books.lines(formatAmount(audit.number))}</Fact>}
      </Facts>
      {books.withdrawalsStopped && <p>{words.books.stopped}</p>}
      {audit ? (
        <>
          <p className={styles.hash}>{audit.head}</p>
          <p className={styles.name}>{words.books.keep}</p>
        </>
      ) : (
        <p className={styles.name}>{words.books.noAudit}</p>
      )}
    </Card>
  );
}
