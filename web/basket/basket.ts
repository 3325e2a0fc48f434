import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { betNames, type BetName } from '#domain/bet-types.ts';
import { local, whenClientCleared, whenStored, type ClientKey } from '#web/storage/storage.ts';

/** A ticket that is not placed yet: the specification's five fields, the draw's id, and whether it keeps that draw. */
export interface BasketItem {
  readonly id: string;
  readonly name: BetName;
  /** The draw's instant, ISO 8601. */
  readonly fullDate: string;
  readonly betAmount: number;
  readonly selectedNumbers: readonly string[];
  /** Empty for an item stored without it, until the draw of `fullDate` is found. */
  readonly drawId: string;
  /** Made for the next draw, whichever that is: it moves on when sales close. A ticket for a chosen hour does not. */
  readonly follows?: boolean | undefined;
  /** The instant of the draw that it has moved on from. */
  readonly movedFrom?: string | undefined;
}

const key = 'draws' satisfies ClientKey;
const none: readonly BasketItem[] = [];

const store = createStore<{ items: readonly BasketItem[] }>(() => ({ items: restore() }));

export const basket = {
  add: (...items: BasketItem[]) => keep([...store.getState().items, ...items]),
  remove: (id: string) => keep(store.getState().items.filter((item) => item.id !== id)),
  update: (id: string, change: Partial<Omit<BasketItem, 'id'>>) =>
    keep(store.getState().items.map((item) => (item.id === id ? { ...item, ...change } : item))),
  items: () => store.getState().items,
  /** The basket is read from the storage: another tab may have just changed it. */
  stored: restore,
  keep,
};

/** The basket's tickets and their total price; empty on the prerendered first render. */
export function useBasket(): { items: readonly BasketItem[]; total: number } {
  const items = useSyncExternalStore(store.subscribe, basket.items, () => none);
  return { items, total: items.reduce((total, item) => total + item.betAmount, 0) };
}

/** Reads the basket again, as when another tab or signing out has changed what is stored. */
export function restoreBasket(): void {
  store.setState({ items: restore() });
}

/**
 * The tickets in a stored text. Anything else is left out, because the visitor can change what is stored. An item of the
 * specification's five fields alone is kept too; its draw is still to be found.
 */
export function readBasket(text: string | null): BasketItem[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.map((item: unknown) => withDrawId(item)).filter(isBasketItem) : [];
  } catch {
    return [];
  }
}

whenStored(key, restoreBasket);
whenClientCleared(restoreBasket);

function keep(items: readonly BasketItem[]) {
  store.setState({ items });
  if (items.length > 0) local.setItem(key, JSON.stringify(items));
  else local.removeItem(key);
}

function restore(): readonly BasketItem[] {
  return readBasket(local.getItem(key));
}

function withDrawId(item: unknown): unknown {
  return typeof item === 'object' && item !== null && !('drawId' in item) ? { ...item, drawId: '' } : item;
}

function isBasketItem(value: unknown): value is BasketItem {
  if (typeof value !== 'object' || value === null) return false;
  const {
    id,
    name,
    fullDate,
    betAmount,
    selectedNumbers,
    drawId,
    movedFrom = fullDate,
  } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    typeof drawId === 'string' &&
    (betNames as readonly unknown[]).includes(name) &&
    isInstant(fullDate) &&
    isInstant(movedFrom) &&
    Number.isSafeInteger(betAmount) &&
    (betAmount as number) >= 0 &&
    Array.isArray(selectedNumbers) &&
    selectedNumbers.every((number) => typeof number === 'string')
  );
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
