import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#web/words/en/layout.ts';

/** Shown in place of the whole app, for an error that no part of it has caught. It relies on nothing but the kit. */
export function Stopped() {
  const { app, bug } = words.broken;
  return (
    <main role="alert">
      <EmptyState
        icon={icons.warning}
        title={app.title}
        action={<Button onClick={() => location.reload()}>{app.reload}</Button>}
      >
        {bug.text}
      </EmptyState>
    </main>
  );
}
