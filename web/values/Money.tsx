import { formatFrancs, type Francs } from '#domain/money.ts';

interface MoneyProps {
  amount: Francs;
  /** Shows a plus sign before positive amounts, as in a statement. */
  signed?: boolean;
}

/** `12 500 XOF`, which never wraps, and reads the same from left to right and from right to left. */
export function Money({ amount, signed = false }: MoneyProps) {
  return (
    <bdi dir="ltr">
      {signed && amount > 0 && '+'}
      {formatFrancs(amount)}
    </bdi>
  );
}
