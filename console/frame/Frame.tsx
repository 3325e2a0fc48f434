import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { navigate } from '#console/kit/navigate.ts';
import { classNames } from '#ui/classNames.ts';
import type { Me } from '#contract/operator/access.ts';
import { useMe } from '#console/api/session-state.ts';
import { Keys } from '#console/kit/Keys.tsx';
import { listenToHover } from '#console/kit/cut-text.ts';
import { listenToKeys, useKeys } from '#console/kit/keys.ts';
import { ToastRegion } from '#console/kit/Toast.tsx';
import { amount } from '#console/values/amounts.ts';
import { formatTime } from '#console/values/time.ts';
import { words } from '#console/words/en/frame.ts';
import type { PlaceName } from '#console/screens.ts';
import { KeyList } from './KeyList.tsx';
import { useNotices } from './notices.ts';
import { placesOf, tabAt } from './places.ts';
import { SellingLight, useWaiting } from './SellingLight.tsx';
import styles from './Frame.module.css';

/** The band, the rail, and the place of the screen. It is designed for 1440 × 900, and the page never scrolls. */
export function Frame({ children }: { readonly children: ReactNode }) {
  useEffect(listenToKeys, []);
  useEffect(listenToHover, []);
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

/** The server counts up to this number. */
const most = 1_000;

/** The icons of the places, 16 × 16, as paths. */
const icons: Readonly<Record<PlaceName | 'more', string>> = {
  overview: 'M2.5 2h4v6h-4zM9.5 2h4v3.5h-4zM2.5 10.500h4V14h-4zM9.500 8h4v6h-4z',
  inbox: 'M2 9l2-6h8l2 6v4a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1zM2 9h3.5l1 2h3l1-2H14',
  draws: 'M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0M5.700 8a2.300 2.300 0 1 0 4.600 0a2.300 2.300 0 1 0-4.600 0',
  players:
    'M5.300 5.200a2.700 2.700 0 1 0 5.400 0a2.700 2.700 0 1 0-5.400 0M2.800 14c.5-3 2.600-4.400 5.200-4.400s4.700 1.400 5.200 4.400',
  payments: 'M5 13V3M2.300 5.700L5 3l2.700 2.700M11 3v10M8.300 10.300L11 13l2.700-2.700',
  money: 'M2 6l6-3.500L14 6zM3.500 6v6M6.500 6v6M9.500 6v6M12.500 6v6M2 13.500h12',
  reports: 'M2.500 13.500h11M4 11V8M8 11V3M12 11V6',
  audit: 'M3 4h6M3 8h6M3 12h4M10.500 11l1.500 1.500L14.500 9',
  settings:
    'M2 5h6M12 5h2M2 11h2M8 11h6M8.200 5a1.800 1.800 0 1 0 3.600 0a1.800 1.800 0 1 0-3.600 0M4.200 11a1.800 1.800 0 1 0 3.600 0a1.800 1.800 0 1 0-3.600 0',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
};

function Icon({ of: name }: { readonly of: PlaceName | 'more' }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden className={styles.icon}>
      <path d={icons[name]} />
    </svg>
  );
}

/** These places are in the bar of a phone; the others are behind *More*. */
const ofThePhone: readonly PlaceName[] = ['overview', 'inbox', 'draws', 'payments'];

function Rail({ me }: { readonly me: Me }) {
  const [path] = useLocation();
  const [isMore, setMore] = useState(false);
  const lines = placesOf(me);
  const here = tabAt(path)?.place;
  const counts = useWaiting().data?.data.counts;
  useNotices(counts);
  const waiting = counts
    ? Math.min(
        most,
        Object.values(counts).reduce((sum, one) => sum + one, 0),
      )
    : 0;
  useKeys(
    lines.flatMap(({ name, key, tabs }) =>
      tabs.flatMap(({ path: to, tab }, index) =>
        [index === 0 ? key : null, tab.key]
          .filter((one) => one != null)
          .map((one) => ({
            keys: `g ${one}`,
            says: words.go(one === key ? words.places[name] : words.tabs[tab.name]),
            group: 'go' as const,
            run: () => navigate(to),
          })),
      ),
    ),
  );
  return (
    <nav className={styles.rail} aria-label={words.screens} data-more={isMore || undefined}>
      <Link to="/" className={styles.logo}>
        <b className="izi">izi</b> {words.console}
      </Link>
      <SellingLight />
      {lines.map(({ name, key, begins, tabs: [first] }, index) => (
        <Link
          key={name}
          to={first!.path}
          className={classNames(styles.line, begins && index > 0 && styles.begins)}
          data-phone={ofThePhone.includes(name) || undefined}
          aria-current={here === name ? 'page' : undefined}
          onClick={() => setMore(false)}
        >
          <Icon of={name} />
          {words.places[name]}
          {name === 'inbox' && waiting > 0 && (
            <b className={styles.count} data-tone={counts!.alarm > 0 ? 'bad' : undefined} title={words.waits}>
              {waiting < most ? amount(waiting) : words.moreThan(amount(most))}
            </b>
          )}
          <span className={styles.keys}>
            <Keys of={`g ${key}`} />
          </span>
        </Link>
      ))}
      <button type="button" className={styles.more} aria-expanded={isMore} onClick={() => setMore(!isMore)}>
        <Icon of="more" />
        {words.more}
      </button>
      <div className={styles.me}>
        <b>{me.name}</b>
        <div>{me.roles.map(words.role).join(', ')}</div>
        <div>
          {words.sessionEnds} {formatTime(me.sessionEndsAt)}
        </div>
        <div>{words.idleAfter}</div>
      </div>
    </nav>
  );
}
