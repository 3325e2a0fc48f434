import { useEffect, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { Broken, type Trouble } from './Broken.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { loadFailedStyles, reloadIfReachable } from './load-again.ts';

interface Look {
  /** Rendered until the code is loaded. */
  waiting?: ReactNode;
  /** Rendered when it cannot be loaded, or throws. */
  renderBroken?: (trouble: Trouble) => ReactNode;
}

interface LazyPart<P> {
  (props: P & Look): ReactNode;
  /** Loads the code ahead. Never rejects: resolves to whether it is loaded. */
  preload(): Promise<boolean>;
}

/**
 * A component whose code is loaded when it is first rendered. A failure stays in its place, with a retry that imports the
 * code again; when the network returns it retries by itself. `lazy` of React would throw the failure, and keep it for ever.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { waiting: usualWaiting = null, renderBroken: usualBroken = Broken }: Look = {},
): LazyPart<P> {
  let state: { Content?: ComponentType<P>; hasFailed?: boolean; isTrying: boolean } = { isTrying: false };
  let running: Promise<boolean> | null = null;
  const listeners = new Set<() => void>();

  function change(changed: Partial<typeof state>) {
    state = { ...state, ...changed };
    for (const listener of listeners) listener();
  }

  function preload(): Promise<boolean> {
    if (state.Content) return Promise.resolve(true);
    running ??= loadFailedStyles()
      .catch((error: unknown) => {
        // On a first attempt they are styles of another part, such as a page that is not stored: this one works without them.
        if (state.hasFailed) throw error;
      })
      .then(load)
      .then(
        ({ default: Content }) => change({ Content, hasFailed: false, isTrying: false }),
        () => change({ hasFailed: true, isTrying: false }),
      )
      .then(() => {
        running = null;
        return state.Content !== undefined;
      });
    return running;
  }

  function loadAgain(): Promise<boolean> {
    change({ isTrying: true });
    return preload();
  }

  async function again() {
    // Some browsers keep a failed import until the page is reloaded, and after a release the file may be gone.
    if (!(await loadAgain())) await reloadIfReachable();
  }

  function subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }
  const read = () => state;

  function Part({ waiting = usualWaiting, renderBroken = usualBroken, ...props }: P & Look) {
    const { Content, hasFailed, isTrying } = useSyncExternalStore(subscribe, read, read);
    // This is no effect: the request goes out before the rest of the page is rendered.
    useState(() => void preload());
    useEffect(() => {
      if (!hasFailed) return;
      // The app's own event may end in a new page (reach.ts).
      const onOnline = ({ isTrusted }: Event) => void (isTrusted ? loadAgain() : again());
      addEventListener('online', onOnline);
      return () => removeEventListener('online', onOnline);
    }, [hasFailed]);
    if (Content) {
      return (
        <ErrorBoundary renderBroken={(anew) => renderBroken({ why: 'bug', again: anew, isTrying: false })}>
          <Content {...(props as unknown as P)} />
        </ErrorBoundary>
      );
    }
    if (!hasFailed) return waiting;
    return renderBroken({ why: 'load', again: () => void again(), isTrying });
  }
  return Object.assign(Part, { preload });
}
