import { useState } from 'react';
import { serverNow } from '#console/clock/clock.ts';
import { addDays, dayOf, firstDay, formatUtc, instantOf, lastDay, localOf } from '#console/values/time.ts';
import { words } from '#console/words/en/kit.ts';
import { readFilter, writeFilter } from './address.ts';
import styles from './FilterEditor.module.css';
import { endsOf, type Filter } from './filter.ts';
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
  const Editor = filter.kind === 'days' || filter.kind === 'amounts' ? Ends : Typed;
  return (
    <Editor
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

/** The first and the last of what is looked for; an amount may have one of them alone. */
function Ends({ filter: { kind, label }, value, onChange }: EditorProps) {
  const [ends, setEnds] = useState(endsOf(value));
  const areDays = kind === 'days';
  const today = dayOf(serverNow());
  const days = {
    [words.today]: today,
    [words.yesterday]: addDays(today, -1),
    [words.sevenDays]: `${addDays(today, -6)}..${today}`,
  };
  function use() {
    const [first, last] = areDays ? ends : ends.map((end) => end.replaceAll(/\s/g, '').replace('−', '-'));
    if (first === '' && last === '') onChange('');
    else if (!areDays) onChange(`${first}..${last}`);
    else onChange(first === last || first === '' || last === '' ? first || last : `${first}..${last}`);
  }
  return (
    <form
      className={styles.typed}
      onSubmit={(event) => {
        event.preventDefault();
        use();
      }}
    >
      {[words.from(''), words.upTo('')].map((says, place) => (
        <input
          key={says}
          className={styles.input}
          {...(areDays ? fields.day : { ...fields.text, inputMode: 'numeric' as const })}
          aria-label={`${label}, ${says.trim()}`}
          placeholder={says.trim()}
          value={ends[place]}
          onChange={({ target }) => setEnds(place === 0 ? [target.value, ends[1]] : [ends[0], target.value])}
        />
      ))}
      <button type="submit" className={styles.use}>
        {words.applyFilter}
      </button>
      {areDays && (
        <div className={styles.days}>
          {Object.entries(days).map(([says, chosen]) => (
            <button key={says} type="button" className={styles.use} onClick={() => onChange(chosen)}>
              {says}
            </button>
          ))}
        </div>
      )}
    </form>
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
