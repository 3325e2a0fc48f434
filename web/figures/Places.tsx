import { formatAmount } from '#domain/money.ts';
import { Card } from '#ui/Card.tsx';
import { Table } from '#ui/Table.tsx';
import { words } from '#web/words/en/figures.ts';
import type { FiguresAnswer } from './answer.ts';
import styles from './Figures.module.css';
import { formatShare } from './shares.ts';

type Uniformity = FiguresAnswer['meta']['uniformity'];

/** Whether payouts are spread evenly among what draws may have had to pay: a bar and a row for each tenth. */
export function Places({ uniformity: { draws, bands, pValue, verdict } }: { uniformity: Uniformity }) {
  return (
    <Card
      title={words.places.title}
      aside={
        draws > 0 && (
          <span className={styles.state} data-wrong={verdict === 'uneven'} data-open={/few|unusual/.test(verdict)}>
            {words.places.verdicts[verdict]}
          </span>
        )
      }
    >
      <p className={styles.text}>{words.places.text}</p>
      {pValue === null ? (
        <p>{words.places.pending}</p>
      ) : (
        <>
          <Bars bands={bands} draws={draws} />
          <p className={styles.text}>
            {words.places.found(formatAmount(draws))} {words.places.test(formatOfHundred(pValue))}
          </p>
          <Table
            caption={words.places.caption}
            head={[
              { label: words.places.tenth },
              { label: words.places.draws, end: true },
              { label: words.places.expected, end: true },
            ]}
          >
            {bands.map((count, index) => (
              <tr key={index}>
                <th scope="row">{words.places.between(index * 10, (index + 1) * 10)}</th>
                <td data-end>{`${formatAmount(count)} (${formatShare(count / draws)})`}</td>
                <td data-end>{formatShare(0.1)}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </Card>
  );
}

const height = 100;

function Bars({ bands, draws }: Pick<Uniformity, 'bands' | 'draws'>) {
  const top = Math.max(...bands, draws / 10) * 1.05;
  const up = (count: number) => height - (count / top) * height;
  return (
    <>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${bands.length} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.places.said(formatAmount(Math.min(...bands)), formatAmount(Math.max(...bands)))}
      >
        <path
          className={styles.fair}
          d={bands.map((count, index) => `M${index + 0.1} ${height}V${up(count)}H${index + 0.9}V${height}Z`).join('')}
        />
        <path className={styles.even} d={`M0 ${up(draws / 10)}H${bands.length}`} />
      </svg>
      <p className={styles.ends} aria-hidden="true">
        <span>{words.places.little}</span>
        <span>{words.places.much}</span>
      </p>
    </>
  );
}

/** A share as "n of 100": a whole number, and `< 1` below one. */
function formatOfHundred(share: number): string {
  return share < 0.01 ? '< 1' : String(Math.round(share * 100));
}
