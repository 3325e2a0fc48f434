import { listStops, stopSales } from '#contract/calls/operator/draws.ts';
import { getBusiness, getOverview } from '#contract/calls/operator/overview.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { betNames, type BetName } from '#domain/bet-types.ts';
import { useApi } from '#console/api/queries.ts';
import { useNow } from '#console/clock/clock.ts';
import { OneAct } from '#console/kit/OneAct.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { Choice, TextField } from '#console/kit/Fields.tsx';
import { amount } from '#console/values/amounts.ts';
import { formatClock, formatFull, formatTime, formatWhen } from '#console/values/time.ts';
import { inOneLine } from '#console/values/text.ts';
import { words as all } from '#console/words/en/stops.ts';

/** A running stop. */
type Stop = OperatorAnswer<typeof listStops>['data'][number];

interface Draw {
  readonly id: string;
  readonly drawsAt: string;
  readonly total?: { readonly staked: number };
}

interface StopSheetProps {
  readonly onClose: () => void;
  /** The draw that may be stopped alone; null where only all of them can be. */
  readonly draw: Draw | null;
  /** Which of the two is chosen at first, if not the draw. */
  readonly first?: 'all';
}

const words = all.stopSheet;
const longestSentence = 200;
const leastSentence = 3;
const renewedEvery = 5_000;

/** Stops sales, at once. What an operator has stopped already is not offered again, because the server would refuse it. */
export function StopSheet({ onClose, draw, first }: StopSheetProps) {
  const [where, setWhere] = useDraft<'draw' | 'all'>(stopSales, 'where', draw === null ? 'all' : (first ?? 'draw'));
  const [name, setName] = useDraft<BetName | 'all'>(stopSales, 'name', 'all');
  const [sentence, setSentence] = useDraft<string>(stopSales, 'sentence', words.usual);
  const of = where === 'draw' ? draw : null;
  const betName = name === 'all' ? null : name;
  const scope = words.scope(of && formatFull(of.drawsAt), betName);
  const { isKnown, touching, covering, why } = useStops(of?.id ?? null, betName);
  const overview = useApi(getOverview, {}, { refetchInterval: renewedEvery }).data?.data;
  const players = useApi(getBusiness, {}, { enabled: of === null }).data?.data.today.players;
  // The stakes of a minute, and of a draw, are known of all bet types together only.
  const isEverything = of === null && betName === null;
  const sales = isEverything ? overview?.sales : undefined;
  const next = overview?.nextDraw;
  const sold = of?.total?.staked ?? (next && (of === null || of.id === next.id) ? next.stakes : 0);
  const onSale = touching === 0 ? words.before : words.apartFrom(touching);
  return (
    <OneAct
      made={stopSales}
      input={(reason) => ({
        body: { drawId: of?.id ?? null, name: betName, sentence: inOneLine(sentence), reason },
      })}
      done={words.done(scope)}
      onClose={onClose}
      title={words.title}
      danger
      button={words.button}
      intro={words.intro}
      before={
        <>
          <b>{scope}</b>
          <div>{isKnown && (covering === null ? onSale : words.notOnSale(covering))}</div>
          {isEverything && sales && <div>{words.perMinute(amount(Math.round(sales.fiveMinutes / 5)))}</div>}
        </>
      }
      after={
        <>
          <b>{scope}</b>
          <div>{covering === null ? words.after : words.afterToo}</div>
          {betName === null && sold > 0 && <div>{words.stays(amount(sold), formatClock((of ?? next)!.drawsAt))}</div>}
        </>
      }
      facts={[
        [words.touches, of ? words.touchesDraw : words.touchesAll(players === undefined ? null : amount(players))],
      ]}
      typed={{ label: words.typed, value: of ? formatTime(of.drawsAt) : (betName ?? words.all) }}
      demands={[
        { says: words.notYet, isMet: why(betName) === undefined, note: why(betName) },
        { says: words.sentenceGiven, isMet: sentence.trim().length >= leastSentence },
      ]}
    >
      {draw !== null && (
        <Choice
          label={words.where}
          value={where}
          options={[
            { value: 'all', label: words.everyDraw },
            { value: 'draw', label: words.thisDraw(formatClock(draw.drawsAt)) },
          ]}
          onChange={setWhere}
        />
      )}
      <Choice
        label={words.what}
        value={name}
        options={[
          { value: 'all', label: words.everything, why: why(null) },
          ...betNames.map((value) => ({ value, label: value, why: why(value) })),
        ]}
        onChange={setName}
      />
      <TextField label={words.sentence} value={sentence} onChange={setSentence} maxLength={longestSentence} />
    </OneAct>
  );
}

/** The running stops around a draw, null for all draws, and a bet type, null for all of them. */
function useStops(drawId: string | null, betName: BetName | null) {
  const now = useNow();
  const { data } = useApi(listStops, { query: { active: 'yes', limit: '100' } }, { refetchInterval: renewedEvery });
  const stops = data?.data.filter(({ draw }) => drawId === null || draw === null || draw.id === drawId) ?? [];
  const touching = stops.filter(({ name }) => betName === null || name === null || name === betName);
  const covering = touching.find(
    ({ draw, name }) => (draw === null || drawId !== null) && (name === null || betName !== null),
  );
  const since = ({ stoppedAt, stoppedBy }: Stop) => {
    const at = formatWhen(stoppedAt, now);
    return stoppedBy === null ? words.pausedSince(at) : words.stoppedSince(at, stoppedBy);
  };
  return {
    isKnown: data !== undefined,
    /** How many are about a part of it, or about all of it. */
    touching: touching.length,
    /** Since when all of it is stopped, and by whom. */
    covering: covering ? since(covering) : null,
    /** Why just this bet type, null for all of them, cannot be stopped: an operator has stopped it. A cap's pause is no hindrance. */
    why(name: BetName | null): string | undefined {
      const stop = stops.find((one) => one.cap === null && one.name === name && (one.draw?.id ?? null) === drawId);
      return stop && since(stop);
    },
  };
}
