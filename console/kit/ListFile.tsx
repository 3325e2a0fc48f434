import { useMay } from '#console/api/useMay.ts';
import { words } from '#console/words/en/kit.ts';
import { FileLink } from './Button.tsx';

interface ListFileProps {
  /** The list, or the address of its file; null where it has none. */
  readonly of: { readonly file: string | null };
  readonly size?: 'usual' | 'head';
}

/** The link to the list on the screen as a file, with its filters, for operators who may export it. */
export function ListFile({ of: { file }, size = 'usual' }: ListFileProps) {
  return useMay('listsAsFiles') && file !== null ? (
    <FileLink href={file} size={size}>
      {words.csv}
    </FileLink>
  ) : null;
}
