import type { ReactNode } from 'react';
import { Screen } from '#console/frame/Screen.tsx';
import { words } from '#console/words/en/money.ts';

export const views = Object.keys(words.views) as (keyof typeof words.views)[];

interface MoneyScreenProps {
  readonly rows: string;
  readonly heard?: { readonly heardAt: number | null; readonly isStale: boolean };
  /** Its panels are below each other on a narrow window. */
  readonly flows?: boolean;
  readonly children: ReactNode;
}

/** A view of the money, with the tabs of all of them. */
export function MoneyScreen({ rows, heard, flows, children }: MoneyScreenProps) {
  const shown = views.filter((view) => view !== 'postings');
  return (
    <Screen
      title={words.title}
      rows={rows}
      flows={flows ?? false}
      heard={heard}
      views={shown.map((view) => ({ name: words.views[view], search: view === 'now' ? '' : `view=${view}` }))}
    >
      {children}
    </Screen>
  );
}
