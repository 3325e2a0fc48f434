import type { ReactNode } from 'react';
import { useMay } from '#console/api/useMay.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { words } from '#console/words/en/audit.ts';
import { Head } from './Head.tsx';

const views = [
  { name: words.views.all, search: '' },
  { name: words.views.two, search: 'two=true' },
  { name: words.views.looks, search: 'view=looks' },
  { name: words.views.operators, search: 'subject=operator' },
];

interface AuditScreenProps {
  readonly heard: { readonly heardAt: number | null; readonly isStale: boolean };
  /** The filters and the list. */
  readonly children: ReactNode;
}

/** The frame of both lists: the views, and for operators with the right whether the chain is intact. */
export function AuditScreen({ heard, children }: AuditScreenProps) {
  const seesHead = useMay('getAuditHead');
  return (
    <Screen
      title={words.title}
      views={views}
      heard={heard}
      rows={seesHead ? 'auto auto minmax(0, 1fr)' : 'auto minmax(0, 1fr)'}
    >
      {seesHead && <Head />}
      {children}
    </Screen>
  );
}
