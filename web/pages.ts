interface PageOf<Module extends string> {
  /** The path pattern; `:id` stands for one segment. */
  readonly path: string;
  /** The module of its code, loaded on the first visit to the page. */
  readonly screen: Module;
  /** Who may see it, if not everybody. The others are redirected. */
  readonly only?: 'visitors' | 'clients';
  /** Served as prerendered HTML. All other pages share one empty shell. */
  readonly prerendered?: true;
}

const list = [
  { path: '/', screen: 'play/Play.tsx', prerendered: true },
  { path: '/results', screen: 'results/Results.tsx', prerendered: true },
  { path: '/results/:id', screen: 'results/Draw.tsx' },
  { path: '/about', screen: 'about/About.tsx', prerendered: true },
  { path: '/verify', screen: 'fairness/Verify.tsx' },
  { path: '/auth/login', screen: 'identity/SignIn.tsx', only: 'visitors', prerendered: true },
  { path: '/auth/signup', screen: 'identity/SignUp.tsx', only: 'visitors', prerendered: true },
  { path: '/auth/forgot', screen: 'identity/Forgot.tsx' },
  { path: '/auth/confirm', screen: 'identity/ConfirmPhone.tsx', only: 'clients' },
  { path: '/checkout', screen: 'checkout/Checkout.tsx', only: 'clients' },
  { path: '/my-bets', screen: 'my-bets/MyBets.tsx', only: 'clients' },
  { path: '/my-bets/:id', screen: 'my-bets/Bet.tsx', only: 'clients' },
  { path: '/my-wallet', screen: 'wallet/Wallet.tsx', only: 'clients' },
  { path: '/history', screen: 'history/History.tsx', only: 'clients' },
  { path: '/profile', screen: 'profile/Profile.tsx', only: 'clients' },
] as const satisfies readonly PageOf<string>[];

export type ScreenModule = (typeof list)[number]['screen'];
export type Page = PageOf<ScreenModule>;

/**
 * Every page of the app, the only such list. The router uses it. From it the build derives which paths the server and the
 * service worker answer, and the size check of each page.
 */
export const pages: readonly Page[] = list;
