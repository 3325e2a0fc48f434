import { navigate } from './navigate.ts';
import { useLocation, useSearch } from 'wouter';
import { changeAddress, readAddress, writeAddress, type Address } from './address.ts';

type Change = Parameters<typeof changeAddress>[1];

export interface AddressState extends Address {
  /**
   * Goes to the changed address. Another open row takes the place of the address before in the history, and so does a change
   * that nobody asked for (`inPlace`); closing the row goes back. So the browser's way back always leads out of the list.
   */
  readonly change: (change: Change, how?: { readonly inPlace?: boolean }) => void;
  /** The changed address, for a link. */
  readonly link: (change: Change) => string;
}

/** The filters and order of the screen's list, read from the address and changed through it. */
export function useAddress(): AddressState {
  const [path] = useLocation();
  const address = readAddress(useSearch());
  const link = (change: Change) => at(path, changeAddress(address, change));
  const change = (made: Change, { inPlace = false } = {}) => changeNow(path, made, inPlace);
  return { ...address, change, link };
}

/** The state of a history entry that opened a row: going back from it shows the list alone. */
const openedHere = { opened: true };
/** Whether the browser is on its way back to the list. */
let isClosing = false;

function changeNow(path: string, made: Change, inPlace: boolean): void {
  const isClosed = made.open === null && Object.keys(made).length === 1;
  if (isClosing) {
    // A key that was pressed meanwhile does its work in the list, and a second Escape has nothing to close.
    if (!isClosed) addEventListener('popstate', () => changeNow(path, made, inPlace), { once: true });
    return;
  }
  // Read again, because another key may have changed it since this was rendered.
  const now = readAddress(location.search);
  const { opened } = (history.state ?? {}) as Partial<typeof openedHere>;
  if (isClosed && now.open !== null && opened) {
    isClosing = true;
    addEventListener('popstate', () => (isClosing = false), { once: true });
    history.back();
    return;
  }
  const isSameList = Object.keys(made).every((name) => name === 'open' || name === 'after');
  const replace = inPlace || (isSameList && (now.open !== null || 'after' in made));
  const opens = isSameList && now.open === null && typeof made.open === 'string' && !replace;
  navigate(at(path, changeAddress(now, made)), {
    replace,
    state: opens ? openedHere : replace ? history.state : null,
  });
}

function at(path: string, address: Address): string {
  const search = writeAddress(address);
  return search === '' ? path : `${path}?${search}`;
}
