import type { ComponentType } from 'react';

export interface Page {
  /** Where it is; `:id` stands for one segment. */
  readonly path: string;
  /** Loads its code, when it is first gone to. */
  readonly load: () => Promise<{ default: ComponentType }>;
  /** Whom it is for, where that is not everybody. The others are sent elsewhere. */
  readonly only?: 'visitors' | 'clients';
  /** Served as finished HTML. All other pages start from one shell. */
  readonly prerendered?: true;
}

/**
 * Every page of the app, in this list alone: the router shows them, and the build makes of it what the server and the service
 * worker answer with, and weighs each page.
 */
export const pages: readonly Page[] = [
  { path: '/', load: () => import('./play/Play.tsx'), prerendered: true },
  { path: '/results', load: () => import('./results/Results.tsx'), prerendered: true },
  { path: '/results/:id', load: () => import('./results/Draw.tsx') },
  { path: '/about', load: () => import('./about/About.tsx'), prerendered: true },
  { path: '/verify', load: () => import('./verify/Verify.tsx') },
  { path: '/auth/login', load: () => import('./identity/SignIn.tsx'), only: 'visitors', prerendered: true },
  { path: '/auth/signup', load: () => import('./identity/SignUp.tsx'), only: 'visitors', prerendered: true },
  { path: '/auth/forgot', load: () => import('./identity/Forgot.tsx') },
  { path: '/auth/confirm', load: () => import('./identity/ConfirmPhone.tsx'), only: 'clients' },
  { path: '/checkout', load: () => import('./checkout/Checkout.tsx'), only: 'clients' },
  { path: '/my-bets', load: () => import('./my-bets/MyBets.tsx'), only: 'clients' },
  { path: '/my-bets/:id', load: () => import('./my-bets/Bet.tsx'), only: 'clients' },
  { path: '/my-wallet', load: () => import('./wallet/Wallet.tsx'), only: 'clients' },
  { path: '/history', load: () => import('./history/History.tsx'), only: 'clients' },
  { path: '/profile', load: () => import('./profile/Profile.tsx'), only: 'clients' },
];
