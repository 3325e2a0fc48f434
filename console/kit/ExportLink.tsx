import type { ReactNode } from 'react';
import { addressOf, type Input } from '#console/api/call.ts';
import { useMay } from '#console/api/useMay.ts';
import { words } from '#console/words/en/kit.ts';
import { FileLink } from './Button.tsx';

/** The link to a list as a file, for those who may take one out. */
export function ExportLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return useMay('compliance', 'auditor') ? <FileLink href={href}>{children}</FileLink> : null;
}

interface ListFileProps {
  /** The call that answers with the file. */
  readonly of: { readonly path: string };
  /** What the list was asked for with. */
  readonly query?: Input['query'];
  readonly size?: 'usual' | 'head';
}

/** The link to the list on the screen as a file, with its filters, for those who may take one out. */
export function ListFile({ of, query = {}, size = 'usual' }: ListFileProps) {
  return useMay('compliance', 'auditor') ? (
    <FileLink href={addressOf(of, { query })} size={size}>
      {words.csv}
    </FileLink>
  ) : null;
}
