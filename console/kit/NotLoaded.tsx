import type { ReactNode } from 'react';
import { words } from '#console/words/en/kit.ts';
import { Note } from './Status.tsx';
import { OpenPanel } from './OpenPanel.tsx';

interface NotLoadedProps {
  readonly title: ReactNode;
  /** Where else it can be opened. */
  readonly end?: ReactNode;
}

/** Shown beside a list when the address names a row that is not among the loaded ones. */
export function NotLoaded({ title, end }: NotLoadedProps) {
  return (
    <OpenPanel title={title} end={end}>
      <div className="body stack">
        <Note>{words.notLoaded}</Note>
      </div>
    </OpenPanel>
  );
}
