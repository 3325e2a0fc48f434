import { formatFrancs, type Francs } from '#domain/money.ts';

interface MoneyProps {
  amount: Francs;
  /** Shows a plus before what came in, as in a statement. */
  signed?: boolean;
}

/** `12 500 XOF`, which never wraps. */
export function Money({ amount, signed = false }: MoneyProps) {
  return (
    <>
      {signed && amount > 0 && '+'}
      {formatFrancs(amount)}
    </>
  );
}
