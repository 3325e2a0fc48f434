import { changeReserve } from '#contract/calls/operator/exposure.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { TextField } from '#console/kit/Fields.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { useDraft } from '#console/kit/useDraft.ts';
import { amount, readAmount } from '#console/values/amounts.ts';
import { words as all } from '#console/words/en/exposure.ts';

interface ReserveSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** In francs; null while none is set. */
  readonly now: number | null;
}

const words = all.reserve.sheet;
const most = 9_000_000_000_000;

/** Asks for another reserve. */
export function ReserveSheet({ isOpen, onClose, now }: ReserveSheetProps) {
  const [text, setText] = useDraft(changeReserve, 'amount', '');
  const act = useAct(changeReserve, { done: () => ({ says: words.done }), onDone: onClose });
  const given = readAmount(text);
  const isAmount = given >= 1 && given <= most;
  return (
    <ActSheet
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      needsTwo
      intro={words.intro}
      before={now === null ? words.none : `${amount(now)} ${all.xof}`}
      after={isAmount ? `${amount(given)} ${all.xof}` : '–'}
      facts={[[words.approves, words.approvers]]}
      typed={isAmount ? { label: words.typed, value: amount(given) } : undefined}
      demands={[
        { says: words.isAmount, isMet: isAmount },
        { says: words.another, isMet: given !== now },
      ]}
      ends={words.ends}
      act={act}
      onSign={({ reason }) => void act.run({ body: { reason, amount: given } })}
    >
      <TextField
        label={words.amount}
        value={text}
        onChange={setText}
        width={200}
        inputMode="numeric"
        autoComplete="off"
        isWrong={text !== '' && !isAmount}
        {...(text !== '' && !isAmount && { note: words.wrong })}
      />
    </ActSheet>
  );
}
