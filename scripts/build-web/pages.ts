/** Every route with the module that the build's manifest files its code under. */
export const routes = {
  '/': 'play/Play.tsx',
  '/results': 'results/Results.tsx',
  '/results/:id': 'results/Draw.tsx',
  '/about': 'about/About.tsx',
  '/verify': 'verify/Verify.tsx',
  '/auth/login': 'identity/SignIn.tsx',
  '/auth/signup': 'identity/SignUp.tsx',
  '/auth/forgot': 'identity/Forgot.tsx',
  '/auth/confirm': 'identity/ConfirmPhone.tsx',
  '/checkout': 'checkout/Checkout.tsx',
  '/my-bets': 'my-bets/MyBets.tsx',
  '/my-bets/:id': 'my-bets/Bet.tsx',
  '/my-wallet': 'wallet/Wallet.tsx',
  '/history': 'history/History.tsx',
  '/profile': 'profile/Profile.tsx',
} as const;
export type RoutePath = keyof typeof routes;

/** Public pages that are served as finished HTML; all other routes share the shell. */
export const prerendered = {
  '/': 'index.html',
  '/results': 'results.html',
  '/about': 'about.html',
  '/auth/login': 'auth/login.html',
  '/auth/signup': 'auth/signup.html',
} as const satisfies Partial<Record<RoutePath, string>>;

export const shellFile = 'shell.html';

/** What a build's manifest says about one chunk. */
interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** The scripts and stylesheets a page needs before it can be used: the entry's, the route's, and what they import. */
export function filesOf(manifest: Manifest, route: RoutePath | null): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  function visit(key: string) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no chunk for ${key}`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    chunk.imports?.forEach(visit);
    chunk.css?.forEach((file) => styles.add(file));
  }
  // Where chunks.ts puts the entry.
  visit(Object.keys(manifest).find((key) => manifest[key]!.name === 'app') ?? 'app');
  if (route) visit(routes[route]);
  return { scripts: [...scripts], styles: [...styles] };
}
