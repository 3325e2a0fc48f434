import { askToAdjust } from '#contract/calls/operator/payments.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { Choice, TextField } from '#console/kit/Fields.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { writePhone } from '#console/values/phone.ts';
import { amount, difference, readAmount } from '#console/values/amounts.ts';
import { inOneLine } from '#console/values/text.ts';
import { words } from '#console/words/en/payments.ts';
import { shortId, type Opened } from './payment.ts';

type Wallet = 'dep' | 'win';
/** The server takes no more. */
const most = 100_000_000;

/** Asks to correct the wallet of a payment's player. The payment is what it is about. */
export function AdjustSheet({ payment, onClose }: { readonly payment: Opened; readonly onClose: () => void }) {
  const [wallet, setWallet] = useDraft<Wallet>(askToAdjust, 'wallet', 'dep');
  const [text, setText] = useDraft(askToAdjust, 'amount', '');
  const [told, setTold] = useDraft(askToAdjust, 'told', '');
  const act = useAct(askToAdjust, { done: () => ({ says: words.adjust.done }), onDone: onClose });
  const given = readAmount(text);
  const now = payment.wallet[wallet];
  const isAmount = Number.isFinite(given) && given !== 0 && Math.abs(given) <= most;
  return (
    <ActSheet
      isOpen
      onClose={onClose}
      title={words.adjust.title}
      needsTwo
      intro={words.adjust.intro}
      before={`${words.adjust.wallets[wallet]} ${amount(now)}`}
      after={isAmount ? `${words.adjust.wallets[wallet]} ${amount(now + given)}` : '–'}
      facts={[
        [words.player, payment.phone === null ? payment.clientId : writePhone(payment.phone)],
        [words.adjust.named, words.adjust.about(shortId(payment.id))],
        [words.decide.mayApprove, words.adjust.approvers],
      ]}
      typed={isAmount ? { label: words.adjust.type, value: difference(given) } : undefined}
      demands={[
        { says: words.adjust.wholeDemand(amount(most)), isMet: isAmount },
        { says: words.adjust.amountDemand, isMet: isAmount && now + given >= 0 },
        { says: words.adjust.toldDemand, isMet: told.trim().length >= 3 },
      ]}
      ends={words.adjust.ends}
      act={act}
      onSign={({ reason }) =>
        void act.run({
          params: { id: String(payment.clientId) },
          body: { reason, wallet, amount: given, told: inOneLine(told), payment: payment.id },
        })
      }
    >
      <Choice
        label={words.adjust.wallet}
        value={wallet}
        options={(['dep', 'win'] as const).map((value) => ({ value, label: words.adjust.wallets[value] }))}
        onChange={setWallet}
      />
      <TextField
        label={words.adjust.amount}
        value={text}
        onChange={setText}
        width={200}
        autoComplete="off"
        isWrong={text !== '' && !isAmount}
      />
      <TextField label={words.adjust.told} value={told} onChange={setTold} maxLength={200} autoComplete="off" />
    </ActSheet>
  );
}
