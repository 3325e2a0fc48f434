import { lowerCap } from '#contract/calls/operator/caps.ts';
import { betNames, type BetName } from '#domain/bet-types.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { Choice, TextField } from '#console/kit/Fields.tsx';
import { draftOf } from '#console/api/drafts.ts';
import { useAct } from '#console/kit/useAct.ts';
import { useDraft } from '#console/kit/useDraft.ts';
import { amount, readAmount } from '#console/values/amounts.ts';
import { formatFull } from '#console/values/time.ts';
import { words as all } from '#console/words/en/caps.ts';
import type { Cap, CappedDraw, Caps } from './cap.ts';

interface LowerSheetProps {
  readonly onClose: () => void;
  /** Null: caps of every draw. */
  readonly draw: CappedDraw | null;
  readonly caps: Caps;
  /** The cap that it was opened from; null to choose. */
  readonly cap: Cap | null;
}

const words = all.lowerSheet;

/** Lowers a cap, or sets a first one, at once. */
export function LowerSheet({ onClose, draw, caps, cap }: LowerSheetProps) {
  // Each cap has a draft of its own.
  const about = cap === null ? 'first' : `${cap.name ?? ''} ${cap.measure}`;
  const draft = draftOf(lowerCap, about);
  const [name, setName] = useDraft<BetName | 'all'>(draft, 'name', cap?.name ?? 'all');
  const [measure, setMeasure] = useDraft<Cap['measure']>(draft, 'measure', cap?.measure ?? 'worst');
  const [text, setText] = useDraft(draft, 'amount', '');
  const betName = name === 'all' ? null : name;
  const now = caps.caps.find((one) => one.name === betName && one.measure === measure);
  const wanted = readAmount(text);
  const isAmount = Number.isSafeInteger(wanted) && wanted > 0;
  const scope = all.scope(draw && formatFull(draw.drawsAt), betName);
  const act = useAct(lowerCap, {
    about,
    done: () => ({ says: (now ? words.done : words.doneFirst)(scope) }),
    onDone: onClose,
  });
  const { sheet } = all;
  return (
    <ActSheet
      onClose={onClose}
      title={now ? words.title : words.first}
      danger
      button={now ? words.button : words.set}
      intro={words.intro}
      before={
        <>
          <b>{scope}</b>
          <div>{now ? sheet.before(amount(now.amount)) : sheet.noBefore}</div>
        </>
      }
      after={
        <>
          <b>{scope}</b>
          <div>{isAmount ? sheet.before(amount(wanted)) : ''}</div>
        </>
      }
      facts={[
        [sheet.touches, sheet.touchesWhom],
        now?.figure == null ? null : [sheet.reached, `${amount(now.figure)} XOF`],
      ]}
      demands={[
        { says: sheet.whole, isMet: isAmount },
        ...(now ? [{ says: words.isLower, isMet: isAmount && wanted < now.amount }] : []),
      ]}
      {...(isAmount && { typed: { label: sheet.typed, value: amount(wanted) } })}
      act={act}
      onSign={({ reason }) =>
        void act.run({ body: { draw: draw?.id ?? null, name: betName, measure, amount: wanted, reason } })
      }
    >
      {cap === null && (
        <Choice
          label={sheet.what}
          value={name}
          options={[{ value: 'all', label: all.ofAll }, ...betNames.map((value) => ({ value, label: value }))]}
          onChange={setName}
        />
      )}
      {cap === null && (
        <Choice
          label={sheet.measure}
          value={measure}
          options={(['worst', 'p9999'] as const).map((value) => ({ value, label: all.measure(value) }))}
          onChange={setMeasure}
        />
      )}
      <TextField label={sheet.amount} value={text} onChange={setText} inputMode="numeric" />
    </ActSheet>
  );
}
