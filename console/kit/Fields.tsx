import { useId, type ReactNode } from 'react';
import styles from './Fields.module.css';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Quiet text beside or below: the expected format, or the error. */
  readonly note?: ReactNode;
  readonly isWrong?: boolean;
  readonly type?: 'text' | 'password' | 'date' | 'time' | 'datetime-local';
  readonly autoComplete?: string;
  readonly inputMode?: 'numeric' | 'text';
  /** In px; the whole width where it is left out. */
  readonly width?: number;
  readonly maxLength?: number;
  /** The step of a time field in seconds; 1 shows the seconds. */
  readonly step?: number;
}

/** A label above its field. */
function Labelled({
  id,
  label,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
    </div>
  );
}

/** One line of text. */
export function TextField({ label, note, value, onChange, isWrong, width, ...rest }: FieldProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <div className="row">
        <input
          {...rest}
          id={id}
          className={styles.input}
          style={width === undefined ? undefined : { width: `${width}px` }}
          value={value}
          aria-invalid={isWrong || undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {note && (
          <span id={`${id}-note`} className={isWrong ? styles.wrong : styles.note}>
            {note}
          </span>
        )}
      </div>
    </Labelled>
  );
}

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly maxLength?: number;
}

/** A field for some sentences, such as a reason. */
export function TextArea({ label, value, onChange, rows = 3, maxLength = 400 }: TextAreaProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <textarea
        id={id}
        className={styles.area}
        rows={rows}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Labelled>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value | null;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    /** Set where the label is in another language. */
    readonly lang?: string;
    /** Why it cannot be chosen now. */
    readonly why?: string | undefined;
  }[];
  readonly onChange: (value: Value) => void;
}

/** One of many, in a list that opens. None is chosen at first. */
export function Pick({ label, value, options, onChange }: ChoiceProps<string>) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <select id={id} className={styles.input} value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
        <option value="">–</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** One of a few, side by side. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option} lang={option.lang}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.why !== undefined}
            onChange={() => onChange(option.value)}
            className={styles.radio}
          />
          {option.label}
          {option.why !== undefined && <span className={styles.why}>{option.why}</span>}
        </label>
      ))}
    </fieldset>
  );
}
