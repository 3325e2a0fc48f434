import { useId, useState, type ReactNode } from 'react';
import styles from './Field.module.css';
import { ReportContext, WiringContext, type Wiring } from './field-wiring.ts';
import { Icon } from './Icon.tsx';
import { icons } from './icons.ts';

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The error as a sentence. The field is marked invalid while there is one. */
  error?: ReactNode;
  /** At the end of the label's line: a range, a link. */
  aside?: ReactNode;
  /** The one control: TextInput, PasswordInput, Select, or one made of them. */
  children: ReactNode;
}

export function Field({ label, hint, error: fieldError, aside, children }: FieldProps) {
  const [reported, report] = useState('');
  const error = reported || fieldError;
  const id = useId();
  const hintId = `${id}hint`;
  const errorId = `${id}error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  const wiring: Wiring = { id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined };
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      <ReportContext value={report}>
        <WiringContext value={wiring}>{children}</WiringContext>
      </ReportContext>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id}>
      <Icon path={icons.warning} size={16} />
      <span>{children}</span>
    </p>
  );
}
