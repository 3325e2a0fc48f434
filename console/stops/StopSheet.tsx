import { stopSales } from '#contract/calls/operator/draws.ts';
import { betNames, type BetName } from '#domain/bet-types.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { Choice, TextField } from '#console/kit/Fields.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { formatFull, formatTime } from '#console/values/time.ts';
import { inOneLine } from '#console/values/text.ts';
import { words as all } from '#console/words/en/stops.ts';

interface StopSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The draw from which it is opened; null for all draws. */
  readonly draw: { readonly id: string; readonly drawsAt: string } | null;
}

const words = all.stopSheet;
const longestSentence = 200;
const leastSentence = 3;

/** Stops sales, at once. */
export function StopSheet({ isOpen, onClose, draw }: StopSheetProps) {
  const [where, setWhere] = useDraft<'draw' | 'all'>(stopSales, 'where', draw === null ? 'all' : 'draw');
  const [name, setName] = useDraft<BetName | 'all'>(stopSales, 'name', 'all');
  const [sentence, setSentence] = useDraft<string>(stopSales, 'sentence', words.usual);
  const of = where === 'draw' ? draw : null;
  const betName = name === 'all' ? null : name;
  const scope = words.scope(of && formatFull(of.drawsAt), betName);
  const act = useAct(stopSales, { done: () => ({ says: words.done(scope) }), onDone: onClose });
  return (
    <ActSheet
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      danger
      button={words.button}
      intro={words.intro}
      before={
        <>
          <b>{scope}</b>
          <div>{words.before}</div>
        </>
      }
      after={
        <>
          <b>{scope}</b>
          <div>{words.after}</div>
        </>
      }
      facts={[[words.touches, of ? words.touchesDraw : words.touchesAll]]}
      typed={{ label: words.typed, value: of ? formatTime(of.drawsAt) : (betName ?? words.all) }}
      demands={[{ says: words.sentenceGiven, isMet: sentence.trim().length >= leastSentence }]}
      act={act}
      onSign={({ reason }) =>
        void act.run({ body: { drawId: of?.id ?? null, name: betName, sentence: inOneLine(sentence), reason } })
      }
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
        options={[{ value: 'all', label: words.everything }, ...betNames.map((value) => ({ value, label: value }))]}
        onChange={setName}
      />
      <TextField label={words.sentence} value={sentence} onChange={setSentence} maxLength={longestSentence} />
    </ActSheet>
  );
}
