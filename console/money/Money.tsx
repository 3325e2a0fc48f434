import { useAddress } from '#console/kit/useAddress.ts';
import { Bank } from './Bank.tsx';
import { Draws } from './Draws.tsx';
import { Mismatches } from './Mismatches.tsx';
import { Movements } from './Movements.tsx';
import { Balances } from './Balances.tsx';
import { views } from './MoneyScreen.tsx';
import { Postings } from './Postings.tsx';

/** The money and the books: accounts, movements, sums of draws, mismatches, and the bank's figures. */
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
    case 'now':
      return <Balances />;
  }
}
