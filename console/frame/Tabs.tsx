import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { listSavedViews, removeView, saveView } from '#contract/calls/operator/saved-views.ts';
import { useApi } from '#console/api/queries.ts';
import { readAddress, showsView, writeAddress } from '#console/kit/address.ts';
import { Button } from '#console/kit/Button.tsx';
import { TextField } from '#console/kit/Fields.tsx';
import { Modal } from '#console/kit/Modal.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { useAddress } from '#console/kit/useAddress.ts';
import { useKeys } from '#console/kit/keys.ts';
import { navigate } from '#console/kit/navigate.ts';
import { words } from '#console/words/en/frame.ts';
import type { TabEntry } from './places.ts';
import styles from './Tabs.module.css';

/** A named address of a screen, as a tab in its head. */
export interface View {
  readonly name: string;
  /** The address without its path: `status=unknown&order=since`. An empty one is the screen without filters. */
  readonly search: string;
  /** How many rows it has, where that is known without counting. */
  readonly count?: number | undefined;
}

/** The current tab is in view where the tabs have too little room. */
const show = (tab: Element | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** The tabs of a place in the rail: its screens. */
export function PlaceTabs({ tabs, at }: { readonly tabs: readonly TabEntry[]; readonly at: string }) {
  useKeys(
    tabs.map(({ path, tab }, index) => ({
      keys: String(index + 1),
      says: words.go(words.tabs[tab.name]),
      run: () => navigate(path),
    })),
  );
  return (
    <nav className={styles.tabs} aria-label={words.tabsLabel}>
      {tabs.map(({ path, tab }) => (
        <Link
          key={path}
          ref={path === at ? show : null}
          to={path}
          className={styles.tab}
          aria-current={path === at ? 'page' : undefined}
        >
          {words.tabs[tab.name]}
        </Link>
      ))}
    </nav>
  );
}

/** The views of a screen: the system's, then what the operator and the team have saved. Another address can be saved. */
export function Tabs({ views }: { readonly views: readonly View[] }) {
  const [screen] = useLocation();
  const address = useAddress();
  // The page of one subject has tabs, and no addresses to be saved.
  const isList = /^\/[a-z-]{1,40}$/.test(screen);
  const saved = useApi(listSavedViews, { query: { screen } }, { staleTime: 60_000, enabled: isList });
  const [isSaving, setIsSaving] = useState(false);
  const remove = useAct(removeView, { done: () => ({ says: words.view.removed }) });
  const kept = saved.data?.data ?? [];
  const search = writeAddress({ ...address, after: null, open: null });
  const isNamed = [...views, ...kept].some((view) => showsView(address, view.search));
  const shows = (search: string) => (isList ? showsView(address, search) : readAddress(search).view === address.view);
  const current = (view: { readonly search: string }) => (shows(view.search) ? 'page' : undefined);
  return (
    <>
      <nav className={styles.tabs} aria-label={words.views}>
        {views.map((view) => (
          <Link
            key={view.search}
            ref={current(view) ? show : null}
            to={`?${view.search}`}
            className={styles.tab}
            aria-current={current(view)}
          >
            {view.name}
            {view.count !== undefined && <b>{view.count}</b>}
          </Link>
        ))}
        {kept.map((view) => (
          <span key={view.id} className={styles.saved}>
            <Link
              to={`?${view.search}`}
              className={styles.tab}
              aria-current={current(view)}
              title={view.own ? undefined : words.view.by(view.savedBy)}
            >
              {view.name}
            </Link>
            {view.own && current(view) && (
              <button
                type="button"
                className={styles.remove}
                aria-label={words.view.remove(view.name)}
                onClick={() => void remove.run({ params: { id: view.id } })}
              >
                ×
              </button>
            )}
          </span>
        ))}
      </nav>
      {isList && !isNamed && search !== '' && (
        <button type="button" className={styles.save} onClick={() => setIsSaving(true)}>
          + {words.view.save}
        </button>
      )}
      <SaveView isOpen={isSaving} onClose={() => setIsSaving(false)} screen={screen} search={search} />
    </>
  );
}

interface SaveViewProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly screen: string;
  readonly search: string;
}

function SaveView({ isOpen, onClose, screen, search }: SaveViewProps) {
  const [name, setName] = useState('');
  const [team, setTeam] = useState(false);
  const act = useAct(saveView, {
    done: () => ({ says: words.view.saved(name) }),
    onDone: () => {
      setName('');
      setTeam(false);
      onClose();
    },
  });
  return (
    <Modal isOpen={isOpen} onClose={onClose} label={words.view.title}>
      <form
        className={styles.window}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') void act.run({ body: { screen, name: name.trim(), search, team } });
        }}
      >
        <h2>{words.view.title}</h2>
        <p className={`mono quiet ${styles.address}`}>{`${screen}?${search}`}</p>
        <TextField label={words.view.name} value={name} onChange={setName} maxLength={40} autoComplete="off" />
        <label className="row small">
          <input type="checkbox" checked={team} onChange={(event) => setTeam(event.target.checked)} /> {words.view.team}
        </label>
        {act.error !== null && <Problem error={act.error} />}
        <div>
          <Button
            kind="act"
            size="large"
            isOff={name.trim() === '' || act.step !== 'idle'}
            onPress={() => void act.run({ body: { screen, name: name.trim(), search, team } })}
          >
            {words.view.keep}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
