import type { ComponentType } from 'react';
import { Route, Switch } from 'wouter';
import { Layout } from './layout/Layout.tsx';
import { lazyPart } from './layout/lazyPart.tsx';
import { Ready } from './layout/Ready.tsx';
import { readToken } from './api/token.ts';
import { pageAt, pages, type Page, type ScreenModule } from './pages.ts';
import { ClientsOnly, VisitorsOnly } from './session/Guard.tsx';
import { CentredSpinner } from '#ui/Spinner.tsx';

type ScreenLoader = () => Promise<{ default: ComponentType }>;

/** Loads the code of each page. The type ensures that it has exactly the pages of the list. */
const loaders: Readonly<Record<ScreenModule, ScreenLoader>> = {
  'play/Play.tsx': () => import('./play/Play.tsx'),
  'results/Results.tsx': () => import('./results/Results.tsx'),
  'results/Draw.tsx': () => import('./results/Draw.tsx'),
  'about/About.tsx': () => import('./about/About.tsx'),
  'figures/Figures.tsx': () => import('./figures/Figures.tsx'),
  'fairness/Verify.tsx': () => import('./fairness/Verify.tsx'),
  'identity/SignIn.tsx': () => import('./identity/SignIn.tsx'),
  'identity/SignUp.tsx': () => import('./identity/SignUp.tsx'),
  'identity/Forgot.tsx': () => import('./identity/Forgot.tsx'),
  'identity/Undo.tsx': () => import('./identity/Undo.tsx'),
  'identity/ConfirmPhone.tsx': () => import('./identity/ConfirmPhone.tsx'),
  'checkout/Checkout.tsx': () => import('./checkout/Checkout.tsx'),
  'my-bets/MyBets.tsx': () => import('./my-bets/MyBets.tsx'),
  'my-bets/Bet.tsx': () => import('./my-bets/Bet.tsx'),
  'wallet/Wallet.tsx': () => import('./wallet/Wallet.tsx'),
  'history/History.tsx': () => import('./history/History.tsx'),
  'profile/Profile.tsx': () => import('./profile/Profile.tsx'),
};

/** In the prerender nobody is redirected. */
function isRedirected({ only }: Page): boolean {
  return !import.meta.env.SSR && only !== undefined && (only === 'clients') !== (readToken() !== null);
}

const guards = { clients: ClientsOnly, visitors: VisitorsOnly };
const screens = pages.map(screenOf);
const NotFound = lazyScreen(() => import('./layout/NotFound.tsx'));

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

/**
 * Loads the code of the page at an address, so that the first render has its content: in the prerender, and in the browser.
 * Resolves to whether it is loaded.
 */
export async function preload(pathname: string): Promise<boolean> {
  const page = pageAt(pathname);
  if (!page) return NotFound.preload();
  if (isRedirected(page)) return false;
  return screens.find(({ path }) => path === page.path)!.preload();
}

function screenOf({ path, screen, only }: Page) {
  const Content = lazyScreen(loaders[screen]);
  const Guard = only && guards[only];
  function Screen() {
    return Guard ? (
      <Guard>
        <Content />
      </Guard>
    ) : (
      <Content />
    );
  }
  return { path, preload: Content.preload, Component: Screen };
}

function lazyScreen(load: ScreenLoader) {
  async function loadReady() {
    const { default: Content } = await load();
    return {
      default: () => (
        <>
          <Content />
          <Ready />
        </>
      ),
    };
  }
  return lazyPart(loadReady, { waiting: <CentredSpinner /> });
}
