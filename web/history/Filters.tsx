import { transactionKinds } from '#contract/calls/wallet.ts';
import type { TransactionKind } from '#contract/wallet.ts';
import { useNow } from '#web/clock/clock.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { zoned } from '#web/values/format.ts';
import { Select } from '#ui/Select.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { words } from '#web/words/en/history.ts';
import styles from './History.module.css';
import type { Period } from './period.ts';

interface StatementFilters extends Period {
  /** Empty means every kind. */
  readonly kind: TransactionKind | '';
}

export const noFilters: StatementFilters = { kind: '', from: '', to: '' };

interface FiltersProps {
  filters: StatementFilters;
  onChange: (filters: StatementFilters) => void;
}

export function Filters({ filters, onChange }: FiltersProps) {
  const now = useNow(60_000);
  const today = now === null ? undefined : zoned(now).date;
  return (
    <div className={styles.filters}>
      <Field label={words.kind}>
        <Select
          value={filters.kind}
          onChange={(event) => onChange({ ...filters, kind: event.target.value as TransactionKind | '' })}
        >
          <option value="">{words.allKinds}</option>
          {transactionKinds.map((kind) => (
            <option key={kind} value={kind}>
              {words.kinds[kind]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={words.from}>
        <TextInput
          type="date"
          value={filters.from}
          max={filters.to || today}
          onChange={(event) => onChange({ ...filters, from: event.target.value })}
        />
      </Field>
      <Field label={words.to}>
        <TextInput
          type="date"
          value={filters.to}
          min={filters.from}
          max={today}
          onChange={(event) => onChange({ ...filters, to: event.target.value })}
        />
      </Field>
      {filters !== noFilters && (
        <Button variant="ghost" onClick={() => onChange(noFilters)}>
          {words.clear}
        </Button>
      )}
    </div>
  );
}
