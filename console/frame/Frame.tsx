import { useEffect, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { navigate } from '#console/kit/navigate.ts';
import { classNames } from '#ui/classNames.ts';
import type { Me } from '#contract/operator/access.ts';
import { countWaiting } from '#contract/calls/operator/overview.ts';
import { useApi } from '#console/api/queries.ts';
import { useMe } from '#console/api/session-state.ts';
import { Keys } from '#console/kit/Keys.tsx';
import { listenToKeys, useKeys } from '#console/kit/keys.ts';
import { ToastRegion } from '#console/kit/Toast.tsx';
import { amount } from '#console/values/amounts.ts';
import { formatTime } from '#console/values/time.ts';
import { words } from '#console/words/en/frame.ts';
import { screens, type ScreenEntry } from '#console/screens.ts';
import { KeyList } from './KeyList.tsx';
import styles from './Frame.module.css';

/** The band, the rail, and what a screen fills: 1440 × 900 is its measure, and the page never scrolls. */
export function Frame({ children }: { readonly children: ReactNode }) {
  useEffect(listenToKeys, []);
  return (
    <div className={styles.frame}>
      <Band me={useMe()} />
      <Rail me={useMe()} />
      {children}
      <KeyList />
      <ToastRegion />
    </div>
  );
}

/** Says whether anything here is real. It is never absent. */
function Band({ me }: { readonly me: Me }) {
  const { mode } = me;
  const { name, says } = words.band[mode];
  return (
    <aside className={styles.band} data-mode={mode} aria-label={words.bandLabel}>
      <b>{name}</b> {says}
    </aside>
  );
}

/** Whether an operator sees a screen. */
export function mayOpen({ shows }: ScreenEntry, { rights }: Me): boolean {
  return rights.includes(shows);
}

/**
 * How often the waiting items are counted, in milliseconds, as often as the overview. After an act they are counted at
 * once.
 */
const everyMs = 5_000;
/** The server counts up to this number. */
const most = 1_000;

/** How many items of a screen wait for an operator, in the place of its keys. */
function Waiting({ count, keys }: { readonly count: number; readonly keys: string }) {
  if (count === 0) return <Keys of={keys} />;
  return (
    <b className={styles.count} title={words.waits}>
      {count < most ? amount(count) : words.moreThan(amount(most))}
    </b>
  );
}

function Rail({ me }: { readonly me: Me }) {
  const [path] = useLocation();
  const lines = screens.filter((screen) => screen.rail && mayOpen(screen, me));
  const waiting = useApi(countWaiting, {}, { refetchInterval: everyMs }).data?.data;
  useKeys(
    lines.map(({ path: to, rail }) => ({
      keys: `g ${rail!.key}`,
      says: words.go(words.screen[rail!.name]),
      group: 'go' as const,
      run: () => navigate(to),
    })),
  );
  return (
    <nav className={styles.rail} aria-label={words.screens}>
      <Link to="/" className={styles.logo}>
        <b>izi</b> {words.console}
      </Link>
      {lines.map(({ path: to, rail }, index) => (
        <Link
          key={to}
          to={to}
          className={classNames(styles.line, rail!.begins && index > 0 && styles.begins)}
          aria-current={path === to || path.startsWith(`${to}/`) ? 'page' : undefined}
        >
          {words.screen[rail!.name]}
          <Waiting count={waiting?.[rail!.waits!] ?? 0} keys={`g ${rail!.key}`} />
        </Link>
      ))}
      <div className={styles.me}>
        <b title={me.name}>{me.name}</b>
        <div>{me.roles.map(words.role).join(', ')}</div>
        <div>
          {words.sessionEnds} {formatTime(me.sessionEndsAt)}
        </div>
        <div>{words.idleAfter}</div>
      </div>
    </nav>
  );
}
