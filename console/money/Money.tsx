import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { Bank } from './Bank.tsx';
import { Draws } from './Draws.tsx';
import { Mismatches } from './Mismatches.tsx';
import { Movements } from './Movements.tsx';
import { Balances } from './Balances.tsx';
import { MoneyScreen, views } from './MoneyScreen.tsx';
import { Postings } from './Postings.tsx';

/** Few upload files, so what reads them comes when it is opened. */
const Statements = lazySheet(async () => (await import('./Statements.tsx')).Statements);

/** The money and the books: accounts, movements, sums of draws, mismatches, the bank's figures, and statements of providers. */
export default function Money() {
  const { view } = useAddress();
  switch (views.find((one) => one === view) ?? 'now') {
    case 'movements':
      return <Movements />;
    case 'postings':
      return <Postings />;
    case 'figures':
      return <Draws />;
    case 'mismatches':
      return <Mismatches />;
    case 'bank':
      return <Bank />;
    case 'statements':
      return (
        <MoneyScreen rows="minmax(0, 1fr)">
          <Statements />
        </MoneyScreen>
      );
    case 'now':
      return <Balances />;
  }
}
