import { listStops, stopSales } from '#contract/calls/operator/draws.ts';
import { getOverview } from '#contract/calls/operator/overview.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { betNames, type BetName } from '#domain/bet-types.ts';
import { useApi } from '#console/api/queries.ts';
import { useNow } from '#console/clock/clock.ts';
import { OneAct } from '#console/kit/OneAct.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { Choice, TextField } from '#console/kit/Fields.tsx';
import { amount } from '#console/values/amounts.ts';
import { formatFull, formatTime, formatWhen } from '#console/values/time.ts';
import { inOneLine } from '#console/values/text.ts';
import { words as all } from '#console/words/en/stops.ts';

/** A running stop. */
type Stop = OperatorAnswer<typeof listStops>['data'][number];

interface StopSheetProps {
  readonly onClose: () => void;
  /** The draw from which it is opened; null for all draws. */
  readonly draw: { readonly id: string; readonly drawsAt: string } | null;
}

const words = all.stopSheet;
const longestSentence = 200;
const leastSentence = 3;
const renewedEvery = 5_000;

/** Stops sales, at once. What an operator has stopped already is not offered again, because the server would refuse it. */
export function StopSheet({ onClose, draw }: StopSheetProps) {
  const [where, setWhere] = useDraft<'draw' | 'all'>(stopSales, 'where', draw === null ? 'all' : 'draw');
  const [name, setName] = useDraft<BetName | 'all'>(stopSales, 'name', 'all');
  const [sentence, setSentence] = useDraft<string>(stopSales, 'sentence', words.usual);
  const of = where === 'draw' ? draw : null;
  const betName = name === 'all' ? null : name;
  const scope = words.scope(of && formatFull(of.drawsAt), betName);
  const { isKnown, touching, covering, why } = useStops(of?.id ?? null, betName);
  // The stakes of a minute are known of everything together only.
  const isEverything = of === null && betName === null;
  const sales = useApi(getOverview, {}, { enabled: isEverything }).data?.data.sales;
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
        </>
      }
      facts={[[words.touches, of ? words.touchesDraw : words.touchesAll]]}
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
            { value: 'draw', label: words.thisDraw(formatFull(draw.drawsAt)) },
            { value: 'all', label: words.everyDraw },
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
