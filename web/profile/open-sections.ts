import { useSearch } from 'wouter';
import { useHash } from '#ui/Link.tsx';

const parameter = 'open';

/**
 * The ids of the open sections: `?open=email,password` lists them, and a link such as `#email` opens one more. They are not
 * listed in the hash, because the browser scrolls to what it names.
 */
export function readOpen(search: string, hash: string): string[] {
  const listed = new URLSearchParams(search).get(parameter)?.split(',') ?? [];
  return [...new Set([...listed, hash.slice(1)])].filter((id) => id !== '');
}

/** The search and hash of an address with these sections open. */
export function writeOpen(ids: readonly string[]): string {
  return ids.length > 0 ? `?${parameter}=${ids.join(',')}` : '';
}

/** Which sections are open, kept in the address: a reload, the way back and a sign-in in between find them as they were. */
export function useOpenSections() {
  const open = readOpen(useSearch(), useHash());
  return {
    isOpen: (id: string) => open.includes(id),
    /** The browser's event of opening or closing a section, which it also sends when it only follows the address. */
    setOpen(id: string, isOpen: boolean) {
      // The address of this moment: several sections report in the same turn.
      const now = readOpen(location.search, location.hash);
      if (now.includes(id) === isOpen) return;
      const next = isOpen ? [...now, id] : now.filter((other) => other !== id);
      history.replaceState(history.state, '', location.pathname + writeOpen(next));
    },
  };
}
