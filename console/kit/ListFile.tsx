import { useMay } from '#console/api/useMay.ts';
import { words } from '#console/words/en/kit.ts';
import { FileLink } from './Button.tsx';

interface ListFileProps {
  /** The list, or the address of its file; null where it has none. */
  readonly of: { readonly file: string | null };
  readonly size?: 'usual' | 'head';
}

/** The link to what is on the screen as a file, with its filters, for those who may take one out. */
export function ListFile({ of: { file }, size = 'usual' }: ListFileProps) {
  return useMay('compliance', 'auditor') && file !== null ? (
    <FileLink href={file} size={size}>
      {words.csv}
    </FileLink>
  ) : null;
}
