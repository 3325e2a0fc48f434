import { useRef, useState } from 'react';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/days.ts';
import styles from './DateField.module.css';
import { tidyDay, typedDay } from './day.ts';
import { formatDay } from './format.ts';

interface DateFieldProps {
  label: string;
  /** Only screen readers read the label, where the place of the field says what it is for. */
  labelHidden?: boolean;
  /** `YYYY-MM-DD`, as all days here; null while there is none. */
  value: string | null;
  /** Only called with an existing day up to `max`, or with null for an emptied field. */
  onChange: (date: string | null) => void;
  max?: string | undefined;
}

/**
 * A day, typed as DD/MM/YYYY or picked. A browser's own field for days writes them in the order of the browser's language,
 * whatever the language of the page. So this one is a text field, and the browser's calendar only opens from its button.
 */
export function DateField({ label, labelHidden = false, value, onChange, max }: DateFieldProps) {
  const [typed, setTyped] = useState({ from: value, text: textOf(value), isLeft: false });
  const picker = useRef<HTMLInputElement>(null);
  // Another day from outside, such as the next one, replaces what was typed.
  if (typed.from !== value) setTyped({ from: value, text: textOf(value), isLeft: false });

  function type(text: string) {
    const read = typedDay(text, max);
    const day = read === null ? null : 'day' in read ? read.day : value;
    // An emptied field may have no such state outside: then it stays empty until it is left.
    setTyped({ from: day ?? value, text, isLeft: false });
    if (day !== value) onChange(day);
  }

  const read = typedDay(typed.text, max);
  const leave = () => setTyped({ ...typed, text: tidyDay(typed.text) || textOf(value), isLeft: true });
  const named = { unreadable: exampleDay, too_late: max ?? exampleDay };
  const isWrong = typed.isLeft && read !== null && 'wrong' in read;
  return (
    <Field
      label={labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      error={isWrong && <span role="alert">{words[read.wrong](formatDay(named[read.wrong]))}</span>}
    >
      <div className={styles.field}>
        <TextInput
          className={styles.input}
          inputMode="numeric"
          autoComplete="off"
          placeholder={words.format}
          value={typed.text}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') leave();
          }}
        />
        <input
          ref={picker}
          className={styles.picker}
          type="date"
          tabIndex={-1}
          aria-hidden="true"
          value={value ?? ''}
          max={max}
          onChange={(event) => type(textOf(event.target.value || null))}
        />
        <IconButton
          className={styles.open}
          icon={moreIcons.calendar}
          label={words.pick}
          onClick={() => picker.current?.showPicker()}
        />
      </div>
    </Field>
  );
}

const exampleDay = '2026-11-21';

function textOf(date: string | null): string {
  return date === null ? '' : formatDay(date);
}
