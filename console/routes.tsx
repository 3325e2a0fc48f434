import { lazy, Suspense, type ComponentType } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { useMe } from './api/session-state.ts';
import { Empty } from './kit/Empty.tsx';
import { Boundary } from './frame/Boundary.tsx';
import { mayOpen } from './frame/places.ts';
import { Screen } from './frame/Screen.tsx';
import { screens, type ScreenModule } from './screens.ts';
import { words } from '#console/words/en/frame.ts';

/** Loads the code of each screen. The type ensures that it has exactly those of the list. */
const loaders: Readonly<Record<ScreenModule, () => Promise<{ default: ComponentType }>>> = {
  'overview/Overview.tsx': () => import('./overview/Overview.tsx'),
  'inbox/Inbox.tsx': () => import('./inbox/Inbox.tsx'),
  'inbox/Alarms.tsx': () => import('./inbox/Alarms.tsx'),
  'inbox/ShiftNotes.tsx': () => import('./inbox/ShiftNotes.tsx'),
  'draws/Draws.tsx': () => import('./draws/Draws.tsx'),
  'draws/Draw.tsx': () => import('./draws/Draw.tsx'),
  'replay/DrawReplay.tsx': () => import('./replay/DrawReplay.tsx'),
  'stops/Stops.tsx': () => import('./stops/Stops.tsx'),
  'exposure/caps/Caps.tsx': () => import('./exposure/caps/Caps.tsx'),
  'exposure/Exposure.tsx': () => import('./exposure/Exposure.tsx'),
  'timetable/Timetable.tsx': () => import('./timetable/Timetable.tsx'),
  'players/Players.tsx': () => import('./players/Players.tsx'),
  'players/Player.tsx': () => import('./players/Player.tsx'),
  'replay/PlayerDay.tsx': () => import('./replay/PlayerDay.tsx'),
  'documents/Documents.tsx': () => import('./documents/Documents.tsx'),
  'care/Care.tsx': () => import('./care/Care.tsx'),
  'payments/Payments.tsx': () => import('./payments/Payments.tsx'),
  'payments/Payment.tsx': () => import('./payments/Payment.tsx'),
  'money/Money.tsx': () => import('./money/Money.tsx'),
  'reports/Reports.tsx': () => import('./reports/Reports.tsx'),
  'reports/Report.tsx': () => import('./reports/Report.tsx'),
  'requests/Requests.tsx': () => import('./requests/Requests.tsx'),
  'audit/Audit.tsx': () => import('./audit/Audit.tsx'),
  'settings/Settings.tsx': () => import('./settings/Settings.tsx'),
};

const modules = Object.fromEntries(
  Object.entries(loaders).map(([module, load]) => [module, lazy(load)]),
) as unknown as Readonly<Record<ScreenModule, ComponentType>>;

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
          {allowed.map(({ path: at, module }) => (
            <Route key={at} path={at} component={modules[module]} />
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
