import { useState } from 'react';
import { getStatementAccounts, mostStatementBytes, statementColumns } from '#contract/calls/operator/statements.ts';
import { useApi } from '#console/api/queries.ts';
import { useNow } from '#console/clock/clock.ts';
import { Button } from '#console/kit/Button.tsx';
import { Demands } from '#console/kit/Demands.tsx';
import { Choice, Pick, TextField } from '#console/kit/Fields.tsx';
import { Modal } from '#console/kit/Modal.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { Sheet } from '#console/kit/Sheet.tsx';
import { Note } from '#console/kit/Status.tsx';
import { tell } from '#console/kit/toast.ts';
import { percent } from '#console/values/amounts.ts';
import { providerName } from '#console/values/names.ts';
import { isDay } from '#console/values/time.ts';
import { words } from '#console/words/en/statements.ts';
import { guessColumns, lastWholeDay, readHeads, upload, type Columns } from './statement-file.ts';
import styles from './Statements.module.css';

const says = words.form;
const offsets = ['+00:00', '+01:00'].map((value) => ({ value, label: `UTC${value}` }));

interface Chosen {
  readonly file: File;
  /** Null: its first line names no columns. */
  readonly heads: readonly string[] | null;
}

interface StatementUploadProps {
  readonly onClose: () => void;
  /** With the number of the statement. */
  readonly onDone: (id: number) => void;
}

/** The sheet that uploads a file: of which account and days it is, and what its columns mean. */
export function StatementUpload({ onClose, onDone }: StatementUploadProps) {
  const accounts = useApi(getStatementAccounts, {}, { select: ({ data }) => data, staleTime: Infinity }).data ?? [];
  const wholeDay = lastWholeDay(useNow());
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [account, setAccount] = useState('');
  const [days, setDays] = useState({ from: wholeDay, until: wholeDay });
  const [offset, setOffset] = useState('+00:00');
  const [columns, setColumns] = useState<Columns>({});
  const [fees, setFees] = useState({ deposit: '', payout: '' });
  /** The share that has arrived; null while nothing is sent. */
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    const heads = await readHeads(file);
    setChosen({ file, heads });
    setColumns(guessColumns(heads ?? [], layoutOf(account)?.columns ?? null));
  }
  const layoutOf = (name: string) => accounts.find((one) => one.account === name)?.layout ?? null;

  function chooseAccount(name: string): void {
    setAccount(name);
    const last = layoutOf(name);
    setColumns(guessColumns(chosen?.heads ?? [], last?.columns ?? null));
    if (!last) return;
    setOffset(last.offset);
    setFees({ deposit: percentOf(last.fees.deposit), payout: percentOf(last.fees.payout) });
  }

  const isTooLarge = chosen !== null && chosen.file.size > mostStatementBytes;
  const points = { deposit: pointsOf(fees.deposit), payout: pointsOf(fees.payout) };
  const hasColumns = columns.at && columns.amount && (columns.ourRef || columns.theirRef);
  const hasFees = !Number.isNaN(points.deposit) && !Number.isNaN(points.payout);
  const hasDays = isDay(days.from) && isDay(days.until) && days.from <= days.until;
  const isComplete = Boolean(
    chosen && chosen.file.size > 0 && !isTooLarge && account && hasColumns && hasFees && hasDays,
  );

  async function send(): Promise<void> {
    if (!chosen || !isComplete || sent !== null) return;
    setError(null);
    setSent(0);
    try {
      const { id, isKnown } = await upload(
        chosen.file,
        {
          account,
          ...days,
          fileName: chosen.file.name.slice(-120),
          layout: {
            columns: { ...columns, at: columns.at!, amount: columns.amount! },
            offset,
            fees: {
              ...(points.deposit !== null && { deposit: points.deposit }),
              ...(points.payout !== null && { payout: points.payout }),
            },
          },
        },
        setSent,
      );
      tell(isKnown ? says.known : says.done);
      onDone(id);
    } catch (failure) {
      setError(failure);
      setSent(null);
    }
  }

  return (
    <Modal shape="sheet" isOpen onClose={onClose} label={says.title}>
      <Sheet
        title={says.title}
        acts={
          <Button kind="act" size="large" writes isOff={!isComplete || sent !== null} onPress={() => void send()}>
            {sent === null ? says.upload : says.sending(percent(sent, 0))}
          </Button>
        }
        leave={words.leave}
        onClose={onClose}
      >
        <p>{says.intro}</p>
        <label className={styles.file}>
          {says.file}{' '}
          <input type="file" accept=".csv,text/csv" onChange={(event) => void choose(event.target.files?.[0])} />
        </label>
        {isTooLarge && <Note tone="bad">{says.tooLarge}</Note>}
        {chosen?.heads === null && <Note tone="bad">{says.noHead}</Note>}
        <Pick
          label={says.account}
          value={account}
          onChange={chooseAccount}
          options={accounts.map((one) => ({ value: one.account, label: providerName(one.account) }))}
        />
        <div className={styles.pair}>
          {(['from', 'until'] as const).map((end) => (
            <TextField
              key={end}
              label={says[end]}
              type="date"
              value={days[end]}
              onChange={(day) => setDays({ ...days, [end]: day })}
            />
          ))}
        </div>
        <Choice label={says.offset} value={offset} options={offsets} onChange={setOffset} />
        {chosen?.heads && (
          <fieldset>
            <legend>
              <b>{says.columns}</b>
            </legend>
            <p className="small quiet">{says.columnsNote}</p>
            <div className={styles.pair}>
              {statementColumns.map((column) => (
                <Pick
                  key={column}
                  label={says.names[column]}
                  value={columns[column] ?? null}
                  options={chosen.heads!.map((head) => ({ value: head, label: head }))}
                  onChange={(head) => {
                    const { [column]: _, ...others } = columns;
                    setColumns(head === '' ? others : { ...others, [column]: head });
                  }}
                />
              ))}
            </div>
          </fieldset>
        )}
        <div className={styles.pair}>
          {(['deposit', 'payout'] as const).map((kind) => (
            <TextField
              key={kind}
              label={kind === 'deposit' ? says.feeDeposit : says.feePayout}
              value={fees[kind]}
              width={90}
              autoComplete="off"
              isWrong={Number.isNaN(points[kind])}
              onChange={(text) => setFees({ ...fees, [kind]: text })}
            />
          ))}
        </div>
        <p className="small quiet">{says.feeNote}</p>
        <Demands of={[{ says: says.complete, isMet: isComplete }]} />
        {sent !== null && (
          <progress className={styles.bar} value={sent} aria-label={words.progress}>
            {percent(sent, 0)}
          </progress>
        )}
        {error !== null && <Problem error={error} />}
      </Sheet>
    </Modal>
  );
}

/** `1.5` → 150 hundredths of a percent; null for an empty field, NaN for any other text. */
function pointsOf(text: string): number | null {
  if (text.trim() === '') return null;
  return /^\d{1,2}([.,]\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text.replace(',', '.')) * 100) : Number.NaN;
}

const percentOf = (points: number | undefined) => (points === undefined ? '' : String(points / 100));
