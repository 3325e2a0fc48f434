import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { betNames } from '#domain/bet-types.ts';
import { refusalsOf, type TicketForm } from '#domain/ticket.ts';
import { beKnown } from '#web/storage/known.ts';
import { local, whenClientCleared, type ClientKey } from '#web/storage/storage.ts';

const key = 'play.last' satisfies ClientKey;
const store = createStore<{ last: TicketForm | null }>(() => ({ last: restore() }));

/** The ticket that was last added to the basket on this device; null if none was, and on the prerendered first render. */
export function useLastTicket(): TicketForm | null {
  return useSyncExternalStore(
    store.subscribe,
    () => store.getState().last,
    () => null,
  );
}

export function keepLastTicket({ name, selectedNumbers, betAmount }: TicketForm): void {
  const text = JSON.stringify({ name, selectedNumbers, betAmount });
  local.setItem(key, text);
  beKnown();
  store.setState({ last: readLastTicket(text) });
}

/** The ticket in a stored text; null for anything that cannot be played, because the visitor can change what is stored. */
export function readLastTicket(text: string | null): TicketForm | null {
  try {
    const { name, selectedNumbers, betAmount } = JSON.parse(text ?? 'null') as TicketForm;
    const isTicket = betNames.includes(name) && Array.isArray(selectedNumbers);
    return isTicket && refusalsOf({ name, selectedNumbers, betAmount }).length === 0
      ? { name, selectedNumbers, betAmount }
      : null;
  } catch {
    return null;
  }
}

whenClientCleared(() => store.setState({ last: restore() }));

function restore(): TicketForm | null {
  return readLastTicket(local.getItem(key));
}
