import { useState, type ReactNode } from 'react';
import type { Francs } from '#domain/money.ts';
import { Field } from '#ui/Field.tsx';
import { takeInitialFocus } from '#ui/initial-focus.ts';
import { AmountInput } from '#web/values/AmountInput.tsx';
import { words } from '#web/words/en/wallet.ts';
import { amountTrouble } from './amount.ts';
import type { PaymentMethod } from './methods.ts';

interface AmountFieldProps {
  /** The field of a form's `Controller` for the amount. */
  field: {
    name: string;
    value: Francs | null;
    onChange: (amount: Francs | null) => void;
    onBlur: () => void;
    ref: (element: HTMLInputElement | null) => void;
  };
  /** Those of the chosen method. */
  limits: PaymentMethod | undefined;
  /** The most that there is to pay out. */
  available?: Francs;
  chips: readonly Francs[] | undefined;
  /** Beside the label. */
  aside: ReactNode;
  /** The error of the form, or of the server, about the amount. */
  error: string | undefined;
}

/** The amount of a payment. It has the focus from the start, and shows its error before the form is sent. */
export function AmountField({ field, limits, available, chips, aside, error }: AmountFieldProps) {
  const { name, value, onChange, onBlur, ref } = field;
  const [isLeft, setLeft] = useState(false);
  const trouble = limits && amountTrouble(value, limits, { ...(available !== undefined && { available }), isLeft });
  return (
    <Field label={words.form.amount} error={error ?? trouble} aside={aside}>
      <AmountInput
        name={name}
        value={value}
        onChange={onChange}
        {...(chips && { chips })}
        ref={(element) => {
          ref(element);
          takeInitialFocus(element);
        }}
        onFocus={() => setLeft(false)}
        onBlur={() => {
          setLeft(true);
          onBlur();
        }}
      />
    </Field>
  );
}
