interface PageOf<Module extends string> {
  /** The path pattern; `:id` stands for one segment. */
  readonly path: string;
  /** The module of its code, loaded on the first visit to the page. */
  readonly screen: Module;
  /** The only visitors who see this page. Others are redirected. */
  readonly only?: 'visitors' | 'clients';
  /**
   * Its prerendered HTML equals the first render in the browser, which takes it over. The HTML of all other pages only shows
   * the page's frame, heading and placeholders, and is replaced by the first render.
   */
  readonly hydrated?: true;
}

const list = [
  { path: '/', screen: 'play/Play.tsx', hydrated: true },
  { path: '/results', screen: 'results/Results.tsx', hydrated: true },
  { path: '/results/:id', screen: 'results/Draw.tsx' },
  { path: '/about', screen: 'about/About.tsx', hydrated: true },
  { path: '/figures', screen: 'figures/Figures.tsx', hydrated: true },
  { path: '/verify', screen: 'fairness/Verify.tsx', hydrated: true },
  { path: '/auth/login', screen: 'identity/SignIn.tsx', only: 'visitors', hydrated: true },
  { path: '/auth/signup', screen: 'identity/SignUp.tsx', only: 'visitors', hydrated: true },
  { path: '/auth/forgot', screen: 'identity/Forgot.tsx', hydrated: true },
  { path: '/auth/undo', screen: 'identity/Undo.tsx' },
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

/** The page at a path of an address. */
export function pageAt(pathname: string): Page | undefined {
  return pages.find(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname));
}
