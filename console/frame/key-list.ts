import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';

const store = createStore(() => ({ isOpen: false }));

export function useKeyList(): boolean {
  return useSyncExternalStore(store.subscribe, () => store.getState().isOpen);
}

export const openKeyList = () => store.setState({ isOpen: true });
export const closeKeyList = () => store.setState({ isOpen: false });
