import { lazy, useState, type ComponentType } from 'react';
import { matchPath, Route, Routes } from 'react-router';
import { Layout } from './layout/Layout.tsx';
import { NotFound } from './layout/NotFound.tsx';
import { ClientsOnly, VisitorsOnly } from './session/Guard.tsx';

interface Screen {
  readonly path: string;
  /** Loads the screen's code so that its first render need not wait. */
  readonly preload: () => Promise<void>;
  readonly Component: ComponentType;
}

const forEverybody = [
  screen('/', () => import('./play/Play.tsx')),
  screen('/results', () => import('./results/Results.tsx')),
  screen('/results/:id', () => import('./results/Draw.tsx')),
  screen('/about', () => import('./about/About.tsx')),
  screen('/verify', () => import('./verify/Verify.tsx')),
  screen('/auth/forgot', () => import('./identity/Forgot.tsx')),
];
const forVisitors = [
  screen('/auth/login', () => import('./identity/SignIn.tsx')),
  screen('/auth/signup', () => import('./identity/SignUp.tsx')),
];
const forClients = [
  screen('/auth/confirm', () => import('./identity/ConfirmPhone.tsx')),
  screen('/checkout', () => import('./checkout/Checkout.tsx')),
  screen('/my-bets', () => import('./my-bets/MyBets.tsx')),
  screen('/my-bets/:id', () => import('./my-bets/Bet.tsx')),
  screen('/my-wallet', () => import('./wallet/Wallet.tsx')),
  screen('/history', () => import('./history/History.tsx')),
  screen('/profile', () => import('./profile/Profile.tsx')),
];

/** Every page of the app. Each is loaded when it is first gone to. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {forEverybody.map(asRoute)}
        <Route element={<VisitorsOnly />}>{forVisitors.map(asRoute)}</Route>
        <Route element={<ClientsOnly />}>{forClients.map(asRoute)}</Route>
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}

/** Loads the page at a path, so that it renders at once: in the prerender, and before hydration. */
export async function preload(pathname: string): Promise<void> {
  const all = [...forEverybody, ...forVisitors, ...forClients];
  await all.find(({ path }) => matchPath(path, pathname))?.preload();
}

function asRoute({ path, Component }: Screen) {
  return <Route key={path} path={path} element={<Component />} />;
}

function screen(path: string, load: () => Promise<{ default: ComponentType }>): Screen {
  const Lazy = lazy(load);
  let Loaded: ComponentType | null = null;
  return {
    path,
    preload: async () => {
      Loaded = (await load()).default;
    },
    Component: function Screen() {
      // A page that was preloaded renders without waiting, or hydration would give up its prerendered HTML.
      const [Page] = useState<ComponentType>(() => Loaded ?? Lazy);
      return <Page />;
    },
  };
}
