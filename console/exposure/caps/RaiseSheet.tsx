import { raiseCap } from '#contract/calls/operator/caps.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { Choice, TextField } from '#console/kit/Fields.tsx';
import { draftOf } from '#console/api/drafts.ts';
import { useAct } from '#console/kit/useAct.ts';
import { useDraft } from '#console/kit/useDraft.ts';
import { amount, readAmount } from '#console/values/amounts.ts';
import { formatFull } from '#console/values/time.ts';
import { words as all } from '#console/words/en/caps.ts';
import type { Cap, CappedDraw } from './cap.ts';

interface RaiseSheetProps {
  readonly onClose: () => void;
  /** Null: the cap of every draw. */
  readonly draw: CappedDraw | null;
  readonly cap: Cap;
}

const words = all.raiseSheet;

/** Asks to raise a cap, or to take it away. */
export function RaiseSheet({ onClose, draw, cap }: RaiseSheetProps) {
  const { name, measure, own, figure } = cap;
  const about = `${name ?? ''} ${measure}`;
  const draft = draftOf(raiseCap, about);
  const [to, setTo] = useDraft<'amount' | 'away'>(draft, 'to', 'amount');
  const [text, setText] = useDraft(draft, 'amount', '');
  const read = readAmount(text);
  const wanted = to === 'away' ? null : read;
  const isHigher = to === 'away' || (Number.isSafeInteger(read) && read > cap.amount);
  const scope = all.scope(draw && formatFull(draw.drawsAt), name);
  const act = useAct(raiseCap, { about, done: () => ({ says: words.done }), onDone: onClose });
  const { sheet } = all;
  return (
    <ActSheet
      isOpen
      onClose={onClose}
      title={words.title}
      needsTwo
      intro={words.intro}
      before={
        <>
          <b>{scope}</b>
          <div>{sheet.before(amount(cap.amount))}</div>
        </>
      }
      after={
        <>
          <b>{scope}</b>
          <div>{wanted === null ? sheet.noBefore : isHigher ? sheet.before(amount(wanted)) : ''}</div>
        </>
      }
      facts={[
        [sheet.touches, sheet.touchesWhom],
        figure === null ? null : [sheet.reached, `${amount(figure)} XOF`],
        [words.approves, words.approvers],
      ]}
      demands={[
        { says: words.notOwn, isMet: !own },
        { says: words.isHigher, isMet: isHigher },
      ]}
      {...(isHigher && {
        typed:
          wanted === null
            ? { label: words.typedAway, value: all.noCap }
            : { label: sheet.typed, value: amount(wanted) },
      })}
      ends={words.ends}
      act={act}
      onSign={({ reason }) => void act.run({ body: { draw: draw?.id ?? null, name, measure, amount: wanted, reason } })}
    >
      <Choice
        label={words.how}
        value={to}
        options={[
          { value: 'amount', label: words.toAmount },
          { value: 'away', label: words.away },
        ]}
        onChange={setTo}
      />
      {to === 'amount' && <TextField label={sheet.amount} value={text} onChange={setText} inputMode="numeric" />}
    </ActSheet>
  );
}
