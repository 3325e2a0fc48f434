/** The parts of the header that only clients see, as one file to load. */
export { default as ClientActions } from './ClientActions.tsx';
export { default as WalletPill } from './WalletPill.tsx';
