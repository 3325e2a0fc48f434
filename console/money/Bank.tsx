import { listBankFigures, typeBankFigure } from '#contract/calls/operator/money.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useMay } from '#console/api/useMay.ts';
import { useNow } from '#console/clock/clock.ts';
import { Empty } from '#console/kit/Empty.tsx';
import { ListPanel } from '#console/kit/ListPanel.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { TextField } from '#console/kit/Fields.tsx';
import { OneAct } from '#console/kit/OneAct.tsx';
import { SheetButton } from '#console/kit/SheetButton.tsx';
import type { Column } from '#console/kit/Table.tsx';
import { useList } from '#console/kit/useList.ts';
import { amount, difference, readAmount } from '#console/values/amounts.ts';
import { addDays, dayOf, formatDay, isDay } from '#console/values/time.ts';
import { words } from '#console/words/en/money.ts';
import { MoneyScreen } from './MoneyScreen.tsx';

type BankFigure = OperatorAnswer<typeof listBankFigures>['data'][number];
const idOf = ({ day, account }: BankFigure) => `${day} ${account}`;

const columns: readonly Column<BankFigure, typeof words.bank>[] = [
  { key: 'day', width: 110, cell: ({ day }) => formatDay(day) },
  { key: 'account', cell: ({ account }) => account },
  { key: 'amount', width: 150, amount: (row) => row.amount },
  { key: 'by', cell: ({ typedBy }) => typedBy },
  { key: 'at', width: 150, time: ({ typedAt }) => typedAt },
  {
    key: 'note',
    cell: ({ note, corrections }) =>
      [note, corrections > 0 ? words.bank.corrected(corrections) : null].filter((part) => part !== null).join(' · '),
  },
];

/** The balances at the bank, day by day, as they were typed in. */
export function Bank() {
  const list = useList(listBankFigures, { query: {} }, { rowId: idOf });
  const mayType = useMay('typeBankFigure');
  return (
    <MoneyScreen rows="minmax(0, 1fr)" heard={list}>
      <ListPanel
        title={words.views.bank}
        acts={
          mayType && (
            <SheetButton
              kind="act"
              size="head"
              keys="t"
              says={words.bank.title}
              sheet={(close) => <TypeSheet last={list.rows[0]} onClose={close} />}
            >
              {words.bank.type}
            </SheetButton>
          )
        }
        label={words.views.bank}
        list={list}
        fold={['account', 'amount', 'day by note', 'at']}
        heads={words.bank}
        columns={columns}
        empty={<Empty says={words.bank.none} />}
      />
    </MoneyScreen>
  );
}

function TypeSheet({ last, onClose }: { readonly last: BankFigure | undefined; readonly onClose: () => void }) {
  const yesterday = addDays(dayOf(useNow()), -1);
  const [day, setDay] = useDraft(typeBankFigure, 'day', yesterday);
  const [account, setAccount] = useDraft(typeBankFigure, 'account', last?.account ?? '');
  const [text, setText] = useDraft(typeBankFigure, 'amount', '');
  const francs = readAmount(text);
  const isAmount = Number.isFinite(francs);
  return (
    <OneAct
      made={typeBankFigure}
      input={(reason) => ({ body: { day, account: account.trim(), amount: francs, note: reason } })}
      done={words.bank.done}
      onClose={onClose}
      title={words.bank.title}
      intro={words.bank.intro}
      before={last && last.account === account ? `${formatDay(last.day)}: ${amount(last.amount)}` : words.bank.before}
      after={isAmount ? amount(francs) : words.bank.before}
      typed={isAmount ? { label: words.bank.again, value: difference(francs).replace('+', '') } : undefined}
      demands={[{ says: words.bank.complete, isMet: isAmount && account.trim() !== '' && isDay(day) }]}
      longestReason={200}
    >
      <TextField label={words.bank.dayOf} type="date" value={day} onChange={setDay} width={200} />
      <TextField
        label={words.bank.accountName}
        value={account}
        onChange={setAccount}
        maxLength={40}
        autoComplete="off"
      />
      <TextField
        label={words.bank.amountOf}
        value={text}
        onChange={setText}
        width={200}
        autoComplete="off"
        isWrong={text !== '' && !isAmount}
      />
    </OneAct>
  );
}
