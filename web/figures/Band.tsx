import { Card } from '#ui/Card.tsx';
import { Table } from '#ui/Table.tsx';
import { words } from '#web/words/en/figures.ts';
import type { FiguresAnswer } from './answer.ts';
import styles from './Figures.module.css';
import { formatShare, isInside, sharesOf, type Shares } from './shares.ts';

/** The payouts, beside the average by the rules alone and the band of fair draws. */
export function Band({ total }: { total: FiguresAnswer['meta']['total'] }) {
  const rows = [{ name: words.band.all, fair: total.fair }, ...total.byType].flatMap(({ name, fair }) => {
    const shares = sharesOf(fair);
    return shares && fair ? [{ name, shares, inside: isInside(fair) }] : [];
  });
  const wrong = rows.filter(({ inside }) => !inside).map(({ name }) => name);
  return (
    <Card
      title={words.band.title}
      aside={
        rows.length > 0 && (
          <span className={styles.state} data-wrong={wrong.length > 0}>
            {wrong.length > 0 ? `${words.band.outside} (${wrong.join(', ')})` : words.band.inside}
          </span>
        )
      }
    >
      <p className={styles.text}>{words.band.text}</p>
      {rows.length === 0 ? (
        <p>{words.band.pending}</p>
      ) : (
        <>
          <div className={styles.bands}>
            {rows.map(({ name, shares }) => (
              <Range key={name} name={name} shares={shares} />
            ))}
          </div>
          <Table
            caption={words.band.caption}
            head={[
              { label: words.band.kind },
              ...(['returned', 'expected', 'low', 'high'] as const).map((key) => ({
                label: words.band[key],
                end: true,
              })),
            ]}
          >
            {rows.map(({ name, shares }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {(['returned', 'expected', 'low', 'high'] as const).map((key) => (
                  <td key={key} data-end>
                    {formatShare(shares[key])}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        </>
      )}
    </Card>
  );
}

function Range({ name, shares: { returned, expected, low, high } }: { name: string; shares: Shares }) {
  // A band that is wider than the axis, such as the band of few draws, ends at the edge.
  const end = Math.max(2 * expected, 1.1 * returned);
  const x = (share: number) => Math.min((share / end) * 100, 100);
  return (
    <div>
      <p className={styles.line}>
        <strong>{name}</strong>
        <span>{formatShare(returned)}</span>
      </p>
      <svg
        className={styles.range}
        viewBox="0 0 100 20"
        preserveAspectRatio="none"
        role="img"
        aria-label={words.band.said(name, formatShare(returned), formatShare(low), formatShare(high))}
      >
        <rect className={styles.track} width="100" height="8" y="6" />
        <rect className={styles.fair} x={x(low)} width={Math.max(x(high) - x(low), 0.5)} height="8" y="6" />
        <path className={styles.mean} d={`M${x(expected)} 4V16`} />
        <path className={styles.ring} d={`M${x(returned)} 10h0.01`} />
        <path className={styles.dot} d={`M${x(returned)} 10h0.01`} />
      </svg>
    </div>
  );
}
