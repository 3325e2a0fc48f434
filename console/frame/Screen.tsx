import { useEffect, type CSSProperties, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { useMe } from '#console/api/session-state.ts';
import { useMay } from '#console/api/useMay.ts';
import { useNow } from '#console/clock/clock.ts';
import { Keys } from '#console/kit/Keys.tsx';
import { useActiveKeys } from '#console/kit/keys.ts';
import { formatDate, formatSpan, formatTime, formatUtc, zoneCity, zoneName } from '#console/values/time.ts';
import { words } from '#console/words/en/frame.ts';
import { openKeyList } from './key-list.ts';
import { tabAt, tabsOf } from './places.ts';
import { SearchField } from './SearchField.tsx';
import { SellingLight } from './SellingLight.tsx';
import { PlaceTabs, Tabs, type View } from './Tabs.tsx';
import styles from './Screen.module.css';

export type { View } from './Tabs.tsx';

interface ScreenProps {
  readonly title: string;
  /** Placed after the title: a status, a tag, a button. */
  readonly beside?: ReactNode;
  /** The tabs: system views, followed by the views that operators have saved. */
  readonly views?: readonly View[];
  /** Placed after the tabs, such as *Save view*. */
  readonly afterViews?: ReactNode;
  /** When the server last sent the shown data, and whether that is too long ago. */
  readonly heard?: { readonly heardAt: number | null; readonly isStale: boolean } | undefined;
  /** Text in the foot in place of *Looking is recorded*. */
  readonly note?: ReactNode;
  /** The rows of the main area. The last one takes the rest of the height and scrolls inside: `auto minmax(0,1fr)`. */
  readonly rows?: string;
  /** Its panels are below each other on a narrow window, so that the whole main area scrolls there. */
  readonly flows?: boolean;
  readonly children: ReactNode;
}

/** One screen: its head with the views, its main area, and the foot with its keys. */
export function Screen({ title, beside, views, afterViews, heard, note, rows, flows, children }: ScreenProps) {
  useEffect(() => {
    document.title = `${title} · Izi console`;
  }, [title]);
  const seesPlayers = useMay('getPlayer');
  const [path] = useLocation();
  const tab = tabAt(path);
  const tabs = tabsOf(tab?.place ?? 'overview', useMe());
  const isTab = tab?.path === path;
  const hasTabs = isTab && tabs.length > 1;
  return (
    <>
      <header
        className={styles.head}
        data-subject={!isTab || undefined}
        data-lines={(hasTabs && views !== undefined) || undefined}
      >
        {tab && !isTab && (
          <Link to={tab.path} className={styles.crumb}>
            {words.places[tab.place]}
          </Link>
        )}
        <h1 className={styles.title}>
          {hasTabs ? <VisuallyHidden>{title}</VisuallyHidden> : title}
          {hasTabs && <span aria-hidden>{words.places[tab.place]}</span>}
        </h1>
        {beside}
        {hasTabs && <PlaceTabs tabs={tabs} at={path} />}
        {!hasTabs && views && <Tabs views={views} />}
        {!hasTabs && afterViews}
        <div className={styles.side}>
          {seesPlayers && <SearchField />}
          <Clock />
          <SellingLight isPill />
        </div>
        {hasTabs && views && (
          <div className={styles.views}>
            <Tabs views={views} />
            {afterViews}
          </div>
        )}
      </header>
      <main
        className={styles.main}
        data-flows={flows || undefined}
        style={{ '--rows': rows ?? 'minmax(0, 1fr)' } as CSSProperties}
      >
        {children}
      </main>
      <Foot heard={heard} note={note} />
    </>
  );
}

function Clock() {
  const now = useNow();
  return (
    <div className={styles.clock} title={`${formatUtc(now).slice(0, 19).replace('T', ' ')} UTC`}>
      <b>{formatTime(now)}</b>
      <div className="quiet">
        {formatDate(now)} · {zoneCity()}
      </div>
    </div>
  );
}

function Foot({ heard, note }: { readonly heard: ScreenProps['heard']; readonly note: ReactNode }) {
  const now = useNow();
  const hints = new Map<string, string[]>();
  for (const { keys, says, foot } of useActiveKeys()) {
    if (foot) hints.set(says, [...(hints.get(says) ?? []), keys]);
  }
  const age = heard?.heardAt == null ? null : formatSpan(Math.max(0, now - heard.heardAt));
  const parts = [
    age !== null && (heard!.isStale ? words.stale(age) : words.fresh(age)),
    words.times(zoneName()),
    note ?? words.recorded,
  ];
  return (
    <footer className={styles.foot}>
      {/* Keys that do not fit here are in the list of all keys, whose button is always visible. */}
      <button type="button" className={styles.all} onClick={openKeyList}>
        <kbd>?</kbd> {words.allKeys}
      </button>
      <div className={styles.keys}>
        {[...hints].map(([says, keys]) => (
          <span key={says}>
            {[...new Set(keys)].map((one) => (
              <span key={one}>
                <Keys of={one} />{' '}
              </span>
            ))}
            {says}
          </span>
        ))}
      </div>
      <span className={styles.end}>
        {parts.filter(Boolean).map((part, index) => (
          <span key={index}>
            {index > 0 && ' · '}
            {part}
          </span>
        ))}
      </span>
    </footer>
  );
}
