import type { listExposures } from '#contract/calls/operator/exposure.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useNow } from '#console/clock/clock.ts';
import styles from '#console/kit/Chart.module.css';
import { ChartPanel } from '#console/kit/ChartPanel.tsx';
import { Grid, Picture, useChart, type ChartSize } from '#console/kit/Picture.tsx';
import { linear, roundTicks } from '#console/kit/scales.ts';
import { amount, none, roughShare, shortAmount } from '#console/values/amounts.ts';
import { formatClock, formatLeft } from '#console/values/time.ts';
import { words } from '#console/words/en/next-draws.ts';
import { addUp, isNear } from './next-draws.ts';
import own from './NextDraws.module.css';

interface NextDrawsProps {
  /** The draws on sale, the next one to close first. */
  readonly draws: OperatorAnswer<typeof listExposures>['data']['draws'];
  /** In francs; null while none is set. */
  readonly reserve: number | null;
  /** The cap on the worst case of a draw that has no cap of its own, in francs; null without one. */
  readonly cap: number | null;
  /** The cap that counts for the open draw, in francs: it may be its own. */
  readonly ownCap: number | null;
  readonly open: string | null;
  readonly onOpen: (id: string) => void;
  readonly size?: ChartSize;
}

const margin = { left: 50, right: 8, top: 12, bottom: 24 };
/** The end of the axis where nothing is staked: the lowest stake. */
const least = 100;
/** The room of a clock below the axis, in px: `18:35`, and `18:35:30` where draws are not at full minutes. */
const roomOf = (label: string) => 12 + label.length * 6;

/**
 * The worst case of each draw on sale, and how much they come to together, against the cap of a draw and the reserve. A press on
 * a draw opens it.
 */
export function NextDraws({
  draws,
  reserve,
  cap,
  ownCap,
  open,
  onOpen,
  size = { width: 580, height: 220 },
}: NextDrawsProps) {
  const now = useNow();
  const { width, height, plot } = useChart(size, margin);
  const sums = addUp(draws.map(({ worst }) => worst));
  // The draw that came on sale last may not be computed yet.
  const known = sums.filter((upTo) => upTo !== null);
  const sum = known.at(-1) ?? null;
  const rows = draws.map((draw, index) => {
    const capped = draw.id === open ? ownCap : cap;
    return { ...draw, sum: sums[index]!, capped: shareOf(draw.worst, capped) };
  });
  const highest = Math.max(least, ...rows.flatMap(({ worst, sum: upTo }) => [worst ?? 0, upTo ?? 0]));
  const limits = [
    { name: 'cap', at: cap, says: words.cap } as const,
    { name: 'reserve', at: reserve, says: words.reserve } as const,
  ].flatMap(({ at, ...rest }) => (at !== null && isNear(at, highest) ? [{ at, ...rest }] : []));
  const ticks = roundTicks(Math.max(highest, ...limits.map(({ at }) => at)));
  const y = linear([0, ticks.at(-1)!], [plot.bottom, plot.top]);
  const each = (plot.right - plot.left) / Math.max(1, draws.length);
  const middle = (index: number) => plot.left + (index + 0.5) * each;
  const wide = Math.min(26, each * 0.6);
  const labels = draws.map(({ drawsAt }) => formatClock(drawsAt));
  const every = Math.ceil(Math.max(0, ...labels.map(roomOf)) / each);
  const addedUp = rows
    .flatMap(({ sum: upTo }, index) => (upTo === null ? [] : [[middle(index).toFixed(1), y(upTo).toFixed(1)]]))
    .map(([x, top], index) => (index === 0 ? `M${x} ${top}` : `H${x}V${top}`))
    .join('');
  const title = words.title(draws.length);
  const share = sum !== null && reserve !== null ? words.ofReserve(roughShare(sum / reserve)) : null;
  const all = sum === null ? words.notComputed : shortAmount(sum);
  return (
    <ChartPanel
      title={title}
      keys={
        <>
          <i className={own.key} /> {words.addedUp}
          <span>
            {sum !== null && words.all(known.length, draws.length)} <b>{all}</b>
            {share !== null && `, ${share}`}
          </span>
        </>
      }
      picture={
        <Picture
          width={width}
          height={height}
          says={words.says(draws.length, share === null ? all : `${all}, ${share}`)}
        >
          <Grid ticks={ticks} y={y} left={plot.left} right={plot.right} />
          {rows.map(({ id, worst, capped }, index) => {
            const high = worst === null || worst === 0 ? 0 : Math.max(1.5, plot.bottom - y(worst));
            const left = middle(index) - wide / 2;
            return (
              <g key={id}>
                <rect
                  x={left}
                  y={plot.bottom - high}
                  width={wide}
                  height={high}
                  data-tone={toneOf(capped)}
                  className={tones[toneOf(capped)]}
                />
                {id === open && (
                  <rect
                    x={left - 3}
                    y={plot.bottom - high - 3}
                    width={wide + 6}
                    height={high + 4}
                    rx={3}
                    className={own.shown}
                  />
                )}
                {index % every === 0 && (
                  <text x={middle(index)} y={height - 8} textAnchor="middle">
                    {labels[index]}
                  </text>
                )}
              </g>
            );
          })}
          <path d={addedUp} className={own.added} />
          {limits.map(({ name, at, says }) => (
            <g key={name} className={own[name]}>
              <line x1={plot.left} x2={plot.right} y1={y(at)} y2={y(at)} />
              <text
                x={name === 'cap' ? plot.right : plot.left + 4}
                y={y(at) - 4}
                textAnchor={name === 'cap' ? 'end' : 'start'}
              >
                {says(shortAmount(at))}
              </text>
            </g>
          ))}
          {/* Above all else: the whole height of a draw is pressed, also where it has no bar. */}
          {rows.map(({ id, worst }, index) => (
            <rect
              key={id}
              x={plot.left + index * each}
              y={plot.top}
              width={each}
              height={height - plot.top}
              className={own.column}
              onClick={() => onOpen(id)}
            >
              <title>{`${labels[index]}: ${worst === null ? words.notComputed : amount(worst)}`}</title>
            </rect>
          ))}
        </Picture>
      }
      rows={rows}
      rowId={({ id }) => id}
      open={open}
      onOpen={onOpen}
      heads={words.columns}
      columns={[
        { key: 'draw', width: 80, time: ({ drawsAt }) => drawsAt, show: 'time' },
        { key: 'closes', align: 'right', width: 84, cell: ({ closesAt }) => formatLeft(Date.parse(closesAt) - now) },
        { key: 'worst', amount: ({ worst }) => worst },
        { key: 'cap', align: 'right', width: 84, cell: ({ capped }) => said(capped) },
        { key: 'reserve', align: 'right', width: 92, cell: ({ worst }) => said(shareOf(worst, reserve)) },
        { key: 'addedUp', amount: ({ sum: upTo }) => upTo },
      ]}
    />
  );
}

function shareOf(worst: number | null, limit: number | null): number | null {
  return worst === null || limit === null ? null : worst / limit;
}

const said = (share: number | null) => (share === null ? none : roughShare(share));

/** A draw turns amber and red where a meter does, at 70 and 90 % of its cap. */
const toneOf = (capped: number | null) =>
  capped !== null && capped >= 0.9 ? 'bad' : capped !== null && capped >= 0.7 ? 'wait' : 'plain';
const tones = { plain: styles.pale, wait: own.wait, bad: own.bad };
