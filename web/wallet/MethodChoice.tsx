import { FieldError } from '#ui/Field.tsx';
import { Notice } from '#ui/Notice.tsx';
import { RadioCards } from '#ui/RadioCards.tsx';
import { words } from '#web/words/en/wallet.ts';
import { MethodMark } from './MethodMark.tsx';
import { usableOf, type PaymentMethod } from './methods.ts';
import styles from './Sheet.module.css';

interface MethodChoiceProps {
  label: string;
  offered: readonly PaymentMethod[];
  value: string;
  onChange: (method: string) => void;
  error: string | undefined;
}

/** The methods that can be used, and what there is to say of those that are stopped. */
export function MethodChoice({ label, offered, value, onChange, error }: MethodChoiceProps) {
  const usable = usableOf(offered);
  const told = new Set(offered.flatMap(({ stopped }) => stopped ?? []));
  if (offered.length === 0) told.add(words.form.noMethods);
  const notices = [...told].map((sentence) => (
    <Notice key={sentence} tone="warning">
      {sentence}
    </Notice>
  ));
  if (usable.length === 0) return notices;
  return (
    <div className={styles.methods}>
      <p className={styles.label} aria-hidden="true">
        {label}
      </p>
      <RadioCards
        label={label}
        value={value}
        onChange={onChange}
        options={usable.map(({ method, label: name }) => ({
          value: method,
          label: name,
          mark: <MethodMark method={method} />,
        }))}
      />
      {error && <FieldError>{error}</FieldError>}
      {notices}
    </div>
  );
}
