import { Facts } from '#console/kit/Facts.tsx';
import { Fold } from '#console/kit/Fold.tsx';
import { Figure, Figures } from '#console/kit/Figure.tsx';
import { Meter } from '#console/kit/Meter.tsx';
import { amount, none, percent, roughShare, shortAmount } from '#console/values/amounts.ts';
import { formatLeft, formatSpan, formatWhen } from '#console/values/time.ts';
import { words } from '#console/words/en/exposure.ts';
import styles from './Exposure.module.css';
import type { Caps } from './caps/cap.ts';
import { resultCount, type ExposureData } from './exposure-data.ts';
import { Freshness } from './Freshness.tsx';
import { nearestCap } from './limits.ts';

const { figures } = words;

/** The costs of a draw, as three figures among others. */
export function CostFigures({ id, of: exposure }: { readonly id: string; readonly of: ExposureData }) {
  return (
    <>
      <Worst of={exposure} to={`/exposure?open=${id}`} />
      <Loss of={exposure} />
      <Mean of={exposure} />
    </>
  );
}

function Worst({ of: { worst }, to }: { readonly of: ExposureData; readonly to?: string }) {
  const note = figures.worstNote(amount(worst.count));
  return <Figure label={figures.worst} value={amount(worst.payout)} note={note} {...(to !== undefined && { to })} />;
}

function Loss({ of: { lossProbability } }: { readonly of: ExposureData }) {
  const note = figures.lossNote(amount(Math.round(lossProbability * resultCount)));
  return <Figure label={figures.loss} value={percent(lossProbability, 2)} note={note} />;
}

function Mean({ of: { mean, stakes } }: { readonly of: ExposureData }) {
  const note = figures.meanNote(percent(mean.num / mean.den / stakes));
  return <Figure label={figures.mean} value={amount(meanOf(mean))} note={note} />;
}

interface ExposureFiguresProps {
  readonly id: string;
  readonly of: ExposureData;
  /** The caps that count for the draw; undefined until they are known, and for who may not see them. */
  readonly caps: Caps['caps'] | undefined;
  /** In francs; null while none is set, undefined until it is known. */
  readonly reserve: number | null | undefined;
  readonly now: number;
}

/** The key figures of a draw's exposure: what it may cost, of the cap that it is nearest to, and of the reserve. */
export function ExposureFigures({ id, of: exposure, caps, reserve, now }: ExposureFiguresProps) {
  const { stakes, tickets, worst, status, drawsAt, closesAt, ms } = exposure;
  const isStaked = tickets > 0;
  const near = caps && nearestCap(exposure, caps);
  return (
    <>
      <Figures>
        <Figure
          label={figures.draw}
          value={formatWhen(drawsAt, now).replace(/:00$/, '')}
          to={`/draws/${id}`}
          note={
            status === 'open' ? (
              <>
                {figures.closes} <b>{formatLeft(Date.parse(closesAt) - now)}</b>
              </>
            ) : (
              figures.closed
            )
          }
        />
        {isStaked && <Worst of={exposure} />}
        {near && (
          <Share
            label={figures.ofCap(near.cap.name, figures.measures[near.cap.measure], shortAmount(near.cap.amount))}
            value={near.share}
          />
        )}
        {caps && !near && <Figure label={figures.ofNoCap} value={none} note={figures.noCap} />}
        {reserve != null && <Share label={figures.ofReserve(shortAmount(reserve))} value={worst.payout / reserve} />}
        {reserve === null && <Figure label={figures.ofNoReserve} value={none} note={figures.noReserve} />}
        <Figure label={figures.staked} value={amount(stakes)} note={figures.stakedNote(amount(tickets))} />
        {isStaked && <Mean of={exposure} />}
        {isStaked && <Loss of={exposure} />}
      </Figures>
      <div className={styles.technical}>
        <Fold title={words.technical} name="technical">
          <Facts
            of={[
              [words.readAt, <Freshness key="read" of={exposure} />],
              [words.computing, formatSpan(ms, true)],
            ]}
          />
        </Fold>
      </div>
    </>
  );
}

/** A share of a limit: the number, and a meter below it. */
function Share({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <Figure
      label={label}
      value={roughShare(value)}
      note={
        <div className={styles.meter}>
          <Meter label={label} value={value} bare />
        </div>
      }
    />
  );
}

/** In whole francs, for a person to read. */
export function meanOf({ num, den }: ExposureData['mean']): number {
  return Math.round(num / den);
}
