import { lazy, useState, type ComponentType } from 'react';
import { Route, Switch } from 'wouter';
import { Layout } from './layout/Layout.tsx';
import { NotFound } from './layout/NotFound.tsx';
import { pages, type Page } from './pages.ts';
import { ClientsOnly, VisitorsOnly } from './session/Guard.tsx';

const guards = { clients: ClientsOnly, visitors: VisitorsOnly };
const screens = pages.map(screenOf);

/** The page at the address, within what stands around all of them. */
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

/** Loads the code of a page that has HTML of its own, so that it renders at once: in the prerender, and before hydration. */
export async function preload(path: string): Promise<void> {
  await screens.find((screen) => screen.path === path)?.preload();
}

function screenOf({ path, load, only }: Page) {
  const Lazy = lazy(load);
  const Guard = only && guards[only];
  let Loaded: ComponentType | null = null;
  function Screen() {
    // A page that was preloaded renders without waiting, or hydration would give up its prerendered HTML.
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
