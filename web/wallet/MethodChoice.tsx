import { FieldError } from '#ui/Field.tsx';
import { Notice } from '#ui/Notice.tsx';
import { RadioCards } from '#ui/RadioCards.tsx';
import { words } from '#web/words/en/wallet.ts';
import { MethodMark } from './MethodMark.tsx';
import type { PaymentMethod } from './methods.ts';
import styles from './Sheet.module.css';

interface MethodChoiceProps {
  label: string;
  offered: readonly PaymentMethod[];
  value: string;
  onChange: (method: string) => void;
  error: string | undefined;
}

export function MethodChoice({ label, offered, value, onChange, error }: MethodChoiceProps) {
  if (offered.length === 0) return <Notice tone="warning">{words.form.noMethods}</Notice>;
  return (
    <div className={styles.methods}>
      <p className={styles.label} aria-hidden="true">
        {label}
      </p>
      <RadioCards
        label={label}
        value={value}
        onChange={onChange}
        options={offered.map(({ method, label: name }) => ({
          value: method,
          label: name,
          mark: <MethodMark method={method} />,
        }))}
      />
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
