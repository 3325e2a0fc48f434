import { navigate } from 'wouter/use-browser-location';
import { useLocation, useSearch } from 'wouter';
import { changeAddress, readAddress, writeAddress, type Address } from './address.ts';

type Change = Parameters<typeof changeAddress>[1];

export interface AddressState extends Address {
  /** Goes to the changed address. Opening another row beside takes the place of the address before in the history. */
  readonly change: (change: Change) => void;
  /** The changed address, for a link. */
  readonly link: (change: Change) => string;
  /** As it stands in the browser, for a person to read and copy. */
  readonly shown: string;
}

/** What the screen's list shows, read from the address and changed through it. */
export function useAddress(): AddressState {
  const [path] = useLocation();
  const address = readAddress(useSearch());
  const link = (change: Change) => at(path, changeAddress(address, change));
  function change(made: Change) {
    // Read anew, because another key may have changed it since this was rendered.
    const now = readAddress(location.search);
    const isSameList = Object.keys(made).every((name) => name === 'open' || name === 'after');
    navigate(at(path, changeAddress(now, made)), { replace: isSameList && (now.open !== null || 'after' in made) });
  }
  return { ...address, change, link, shown: at(path, address) };
}

function at(path: string, address: Address): string {
  const search = writeAddress(address);
  return search === '' ? path : `${path}?${search}`;
}
