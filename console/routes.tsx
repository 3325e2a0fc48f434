import { lazy, Suspense, type ComponentType } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { useMe } from './api/session-state.ts';
import { Empty } from './kit/Empty.tsx';
import { Boundary } from './frame/Boundary.tsx';
import { mayOpen } from './frame/places.ts';
import { Screen } from './frame/Screen.tsx';
import { screens, type ScreenPath } from './screens.ts';
import { words } from '#console/words/en/frame.ts';

/** Loads the code of each screen at its first visit. The type ensures that it has exactly those of the list. */
const loaders: Readonly<Record<ScreenPath, () => Promise<{ default: ComponentType }>>> = {
  '/': () => import('./overview/Overview.tsx'),
  '/inbox': () => import('./inbox/Inbox.tsx'),
  '/alarms': () => import('./inbox/Alarms.tsx'),
  '/requests': () => import('./requests/Requests.tsx'),
  '/requests/:id': () => import('./requests/Requests.tsx'),
  '/shift-notes': () => import('./inbox/ShiftNotes.tsx'),
  '/draws': () => import('./draws/Draws.tsx'),
  '/draws/:id': () => import('./draws/Draw.tsx'),
  '/draws/:id/replay': () => import('./replay/DrawReplay.tsx'),
  '/timetable': () => import('./timetable/Timetable.tsx'),
  '/stops': () => import('./stops/Stops.tsx'),
  '/caps': () => import('./exposure/caps/Caps.tsx'),
  '/exposure': () => import('./exposure/Exposure.tsx'),
  '/players': () => import('./players/Players.tsx'),
  '/players/:id': () => import('./players/Player.tsx'),
  '/players/:id/replay': () => import('./replay/PlayerDay.tsx'),
  '/documents': () => import('./documents/Documents.tsx'),
  '/care': () => import('./care/Care.tsx'),
  '/payments': () => import('./payments/Payments.tsx'),
  '/payments/:id': () => import('./payments/Payment.tsx'),
  '/money': () => import('./money/Money.tsx'),
  '/reports': () => import('./reports/Reports.tsx'),
  '/reports/:id': () => import('./reports/Report.tsx'),
  '/audit': () => import('./audit/Audit.tsx'),
  '/settings': () => import('./settings/Settings.tsx'),
};

const components = Object.fromEntries(
  Object.entries(loaders).map(([path, load]) => [path, lazy(load)]),
) as unknown as Readonly<Record<ScreenPath, ComponentType>>;

/** The screen at the address. */
export function Screens() {
  const me = useMe();
  const [path] = useLocation();
  const allowed = screens.filter((screen) => mayOpen(screen, me));
  const first = allowed.find(({ tab }) => tab);
  return (
    // If a screen fails, the rail stays. Opening another address tries again.
    <Boundary key={path}>
      <Suspense fallback={<Screen title={words.loading}>{null}</Screen>}>
        <Switch>
          {allowed.map(({ path: at }) => (
            <Route key={at} path={at} component={components[at]} />
          ))}
          {first && (
            <Route path="/">
              <Redirect to={first.path} replace />
            </Route>
          )}
          <Route>
            <Screen title={words.notFound.title}>
              <Empty says={words.notFound.says} />
            </Screen>
          </Route>
        </Switch>
      </Suspense>
    </Boundary>
  );
}
