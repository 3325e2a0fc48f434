import { Facts } from '#console/kit/Facts.tsx';
import { Fold } from '#console/kit/Fold.tsx';
import { Figure, Figures } from '#console/kit/Figure.tsx';
import { amount, percent } from '#console/values/amounts.ts';
import { formatSpan } from '#console/values/time.ts';
import { words } from '#console/words/en/exposure.ts';
import styles from './Exposure.module.css';
import { resultCount, type ExposureData } from './exposure-data.ts';

const quantiles = [
  ['0.99', 100],
  ['0.999', 1_000],
] as const;

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

/** The key figures of a draw's exposure. */
export function ExposureFigures({ of: exposure }: { readonly of: ExposureData }) {
  const { stakes, tickets, quantiles: values, ms } = exposure;
  return (
    <>
      <Figures>
        <Worst of={exposure} />
        <Figure label={figures.staked} value={amount(stakes)} note={figures.stakedNote(amount(tickets))} />
        <Mean of={exposure} />
        <Figure label={figures.median} value={amount(values['0.5'])} note={figures.medianNote} />
        {quantiles.map(([share, of]) => (
          <Figure
            key={share}
            label={figures.oneIn(amount(of))}
            value={amount(values[share])}
            note={figures.quantileNotes[share]}
          />
        ))}
        <Loss of={exposure} />
      </Figures>
      <div className={styles.technical}>
        <Fold title={words.technical} name="technical">
          <Facts
            of={[
              [
                `${figures.oneIn(amount(10_000))}, ${figures.quantileNotes['0.9999']}`,
                `${amount(values['0.9999'])} XOF`,
              ],
              [words.computing, formatSpan(ms, true)],
            ]}
          />
        </Fold>
      </div>
    </>
  );
}

/** In whole francs, for a person to read. */
export function meanOf({ num, den }: ExposureData['mean']): number {
  return Math.round(num / den);
}
