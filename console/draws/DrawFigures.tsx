import type { ReactNode } from 'react';
import type { ExposureData } from '#console/exposure/exposure-data.ts';
import { CostFigures } from '#console/exposure/Figures.tsx';
import { Figure, Figures } from '#console/kit/Figure.tsx';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { amount, difference, percent } from '#console/values/amounts.ts';
import { formatLeft, formatSpan, formatTime } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';
import { stepAt, LateStep, type OpenedDraw } from './late.tsx';
import { rateOf, shareOf } from './SalesTable.tsx';

const AgainstUsual = lazySheet(async () => (await import('#console/charts/SalesCurve.tsx')).AgainstUsual);

/** A draw can be cancelled until so long before its close, in milliseconds: see `is_draw_called_off` in database/functions/play/draws.sql. */
const lastCall = 60_000;

interface FiguresProps {
  readonly of: OpenedDraw;
  readonly exposure: ExposureData | undefined;
  readonly now: number;
}

/** On sale: what is in and what it may cost. Afterwards what was paid, and what the house kept, against what was to be expected. */
export function DrawFigures({ of: draw, exposure, now }: FiguresProps) {
  const { id, total, closesAt, players } = draw;
  const { figures } = words;
  const sold = [
    figures.tickets(total.tickets, amount(total.tickets)),
    players !== null && figures.players(players, amount(players)),
  ];
  const staked = (note: ReactNode) => (
    <Figure label={words.facts.staked} value={amount(total.staked)} note={note} to={`/draws/${id}?view=tickets`} />
  );
  if (total.paid === null) {
    const left = Date.parse(closesAt) - now;
    return (
      <Figures>
        <Figure
          label={figures.closes(formatTime(closesAt))}
          value={formatLeft(left)}
          {...(left > lastCall && { note: figures.cancellable(formatSpan(left - lastCall)) })}
        />
        {staked(<AgainstUsual id={id} stakes={total.staked} now={now} />)}
        <Figure
          label={figures.sold}
          value={players === null ? amount(total.tickets) : `${amount(total.tickets)} · ${amount(players)}`}
          {...(total.tickets > 0 && { note: figures.average(amount(Math.round(total.staked / total.tickets))) })}
        />
        {exposure && exposure.tickets > 0 && <CostFigures id={id} of={exposure} />}
      </Figures>
    );
  }
  const expected = draw.sales.reduce((sum, { name, staked }) => sum + staked * rateOf(name), 0);
  const place = exposure?.kept?.place ?? null;
  const late = draw.late === null ? figures.onTime : <LateStep of={draw} inFull />;
  const drawn = stepAt(draw, 'drawn');
  return (
    <Figures>
      {staked(sold.filter(Boolean).join(' · '))}
      <Figure
        label={figures.paid}
        value={amount(total.paid)}
        {...(total.won !== null && {
          note: figures.won(total.won, amount(total.won)),
          to: `/draws/${id}?view=winners`,
        })}
      />
      {draw.status !== 'void' && (
        <>
          <Figure
            label={figures.house}
            value={difference(total.staked - total.paid)}
            note={figures.expected(difference(Math.round(total.staked - expected)))}
          />
          <Figure
            label={figures.share}
            value={shareOf(total)}
            {...(total.staked > 0 && { note: figures.expected(percent(expected / total.staked)) })}
          />
          {place !== null && <Figure label={figures.place} value={percent(place, 0)} note={figures.placeNote} />}
          {drawn && <Figure label={figures.published} value={formatTime(drawn)} note={late} />}
        </>
      )}
    </Figures>
  );
}
