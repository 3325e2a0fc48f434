import { useState } from 'react';
import { serverNow } from '#console/clock/clock.ts';
import { dayOf, firstDay, formatUtc, instantOf, lastDay, localOf } from '#console/values/time.ts';
import { words } from '#console/words/en/kit.ts';
import { readFilter, writeFilter } from './address.ts';
import styles from './FilterEditor.module.css';
import type { Filter } from './filter.ts';
import { useAddress } from './useAddress.ts';

interface FilterEditorProps {
  readonly filter: Filter;
  readonly onDone: () => void;
}

/** Changes one filter of the address. */
export function FilterEditor({ filter, onDone }: FilterEditorProps) {
  const { filters, change } = useAddress();
  const value = filters[filter.name] ?? '';
  const set = (next: string) => change({ filters: { [filter.name]: next } });
  if (filter.kind === 'choice') return <Choice filter={filter} value={value} onChange={set} />;
  if (filter.kind === 'one') return <One filter={filter} value={value} onChange={set} />;
  return (
    <Typed
      filter={filter}
      value={value}
      onChange={(next) => {
        set(next);
        onDone();
      }}
    />
  );
}

interface EditorProps {
  readonly filter: Filter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ filter: { options = [] }, value, onChange }: EditorProps) {
  const { isNot, values } = readFilter(value);
  const toggle = (one: string) =>
    onChange(
      writeFilter({ isNot, values: values.includes(one) ? values.filter((other) => other !== one) : [...values, one] }),
    );
  return (
    <div className={styles.choice}>
      {options.map(({ value: one, label }) => (
        <label key={one} className={styles.option}>
          <input type="checkbox" checked={values.includes(one)} onChange={() => toggle(one)} /> {label}
        </label>
      ))}
      <label className={styles.not}>
        <input
          type="checkbox"
          checked={isNot}
          disabled={values.length === 0}
          onChange={() => onChange(writeFilter({ isNot: !isNot, values }))}
        />{' '}
        {words.allButThese}
      </label>
    </div>
  );
}

function One({ filter: { name, options = [] }, value, onChange }: EditorProps) {
  return (
    <div className={styles.choice}>
      {options.map(({ value: one, label }) => (
        <label key={one} className={styles.option}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} /> {label}
        </label>
      ))}
    </div>
  );
}

/** The kind of field, and the values that the server accepts. */
const fields = {
  text: { type: 'text' },
  day: { type: 'date', min: firstDay, max: lastDay },
  moment: { type: 'datetime-local', min: `${firstDay}T00:00`, max: `${lastDay}T23:59` },
} as const;

function Typed({ filter: { kind, label, hint }, value, onChange }: EditorProps) {
  const isMoment = kind === 'moment';
  const [text, setText] = useState(isMoment && !Number.isNaN(Date.parse(value)) ? localOf(value) : value);
  const today = dayOf(serverNow());
  const yesterday = dayOf(serverNow() - 24 * 3_600_000);
  return (
    <form
      className={styles.typed}
      onSubmit={(event) => {
        event.preventDefault();
        const at = isMoment ? instantOf(text) : null;
        onChange(at === null ? text.trim() : formatUtc(at));
      }}
    >
      <input
        className={styles.input}
        {...(kind === 'day' || isMoment ? fields[kind] : fields.text)}
        aria-label={label}
        placeholder={hint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className={styles.use}>
        {words.applyFilter}
      </button>
      {kind === 'day' && (
        <div className={styles.days}>
          <button type="button" className={styles.use} onClick={() => onChange(today)}>
            {words.today}
          </button>
          <button type="button" className={styles.use} onClick={() => onChange(yesterday)}>
            {words.yesterday}
          </button>
        </div>
      )}
    </form>
  );
}
