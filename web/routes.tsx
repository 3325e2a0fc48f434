import { lazy, useState, type ComponentType } from 'react';
import { Route, Switch } from 'wouter';
import { Layout } from './layout/Layout.tsx';
import { NotFound } from './layout/NotFound.tsx';
import { pages, type Page, type ScreenModule } from './pages.ts';
import { ClientsOnly, VisitorsOnly } from './session/Guard.tsx';

/** Loads the code of each page. The type ensures that it has exactly the pages of the list. */
const loaders: Readonly<Record<ScreenModule, () => Promise<{ default: ComponentType }>>> = {
  'play/Play.tsx': () => import('./play/Play.tsx'),
  'results/Results.tsx': () => import('./results/Results.tsx'),
  'results/Draw.tsx': () => import('./results/Draw.tsx'),
  'about/About.tsx': () => import('./about/About.tsx'),
  'fairness/Verify.tsx': () => import('./fairness/Verify.tsx'),
  'identity/SignIn.tsx': () => import('./identity/SignIn.tsx'),
  'identity/SignUp.tsx': () => import('./identity/SignUp.tsx'),
  'identity/Forgot.tsx': () => import('./identity/Forgot.tsx'),
  'identity/ConfirmPhone.tsx': () => import('./identity/ConfirmPhone.tsx'),
  'checkout/Checkout.tsx': () => import('./checkout/Checkout.tsx'),
  'my-bets/MyBets.tsx': () => import('./my-bets/MyBets.tsx'),
  'my-bets/Bet.tsx': () => import('./my-bets/Bet.tsx'),
  'wallet/Wallet.tsx': () => import('./wallet/Wallet.tsx'),
  'history/History.tsx': () => import('./history/History.tsx'),
  'profile/Profile.tsx': () => import('./profile/Profile.tsx'),
};

const guards = { clients: ClientsOnly, visitors: VisitorsOnly };
const screens = pages.map(screenOf);

/** The page at the address, inside the layout. */
export function AppRoutes() {
  return (
    <Layout>
      <Switch>
        {screens.map(({ path, Component }) => (
          <Route key={path} path={path} component={Component} />
        ))}
        <Route component={NotFound} />
      </Switch>
    </Layout>
  );
}

/** Loads the code of a prerendered page, so that it renders without suspending: in the prerender, and before hydration. */
export async function preload(path: string): Promise<void> {
  await screens.find((screen) => screen.path === path)?.preload();
}

function screenOf({ path, screen, only }: Page) {
  const load = loaders[screen];
  const Lazy = lazy(load);
  const Guard = only && guards[only];
  let Loaded: ComponentType | null = null;
  function Screen() {
    // A preloaded page must render without suspending, or hydration would discard its prerendered HTML.
    const [Content] = useState<ComponentType>(() => Loaded ?? Lazy);
    return Guard ? (
      <Guard>
        <Content />
      </Guard>
    ) : (
      <Content />
    );
  }
  async function preload() {
    Loaded = (await load()).default;
  }
  return { path, preload, Component: Screen };
}
