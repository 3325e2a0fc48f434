import { getMe } from '#contract/calls/identity.ts';
import { getBalance } from '#contract/calls/wallet.ts';
import { useOutcomesHeld } from './hold-outcomes.ts';
import { useApi } from './queries.ts';
import { savesData } from './saves-data.ts';

/** The signed-in user; not fetched for a visitor. */
export function useMe() {
  return useApi(getMe, {});
}

const pollEvery = 10_000;
/** With the browser's data saver on, one poll a minute is enough: every payment and bet refreshes the balance anyway. */
const pollEverySavingData = 60_000;

export interface Balance {
  readonly deposit: number;
  readonly win: number;
  /** The sum of both, as text. */
  readonly total: string;
}

/** Both wallets. With `poll` they are fetched every 10 seconds while the tab is visible and no outcome is held. */
export function useBalance({ poll = false } = {}) {
  const held = useOutcomesHeld();
  return useApi(
    getBalance,
    {},
    {
      refetchInterval: poll && !held && (savesData() ? pollEverySavingData : pollEvery),
      select: ({ data }) => balanceOf(data),
    },
  );
}

type Wallet = { readonly attributes: { readonly slug: string; readonly balance: number } };

/** Sums wallets whose slug starts with `dep` and with `win`. */
export function balanceOf(wallets: readonly Wallet[]): Balance {
  const sum = (start: string) =>
    wallets
      .filter(({ attributes }) => attributes.slug.startsWith(start))
      .reduce((total, { attributes }) => total + attributes.balance, 0);
  const deposit = sum('dep');
  const win = sum('win');
  return { deposit, win, total: String(deposit + win) };
}
