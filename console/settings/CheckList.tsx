import styles from './Settings.module.css';

interface CheckListProps<Value extends string> {
  readonly legend: string;
  /** `name` is a word, or the value itself where that is a code. */
  readonly of: readonly { readonly value: Value; readonly name?: string; readonly says: string }[];
  readonly chosen: readonly Value[];
  readonly onToggle: (value: Value) => void;
}

/** A choice of several options, each with its meaning. */
export function CheckList<Value extends string>({ legend, of, chosen, onToggle }: CheckListProps<Value>) {
  return (
    <fieldset className={styles.checks}>
      <legend className="small strong">{legend}</legend>
      {of.map(({ value, name, says }) => (
        <label key={value} className="row small">
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
          <b className={name === undefined ? 'mono' : undefined}>{name ?? value}</b>{' '}
          <span className="quiet">{says}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The chosen ones with one more, or without it. */
export function toggled<Value>(chosen: readonly Value[], value: Value): readonly Value[] {
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
}
