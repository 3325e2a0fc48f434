import type { ReactNode } from 'react';
import { useMay } from '#console/api/useMay.ts';
import { FileLink } from './Button.tsx';

/** The link to a list as a file, for those who may take one out. */
export function ExportLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return useMay('compliance', 'auditor') ? <FileLink href={href}>{children}</FileLink> : null;
}
