import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/settings.ts';
import { ShownOnce } from './ShownOnce.tsx';

export interface HandedLink {
  readonly link: string;
  readonly expiresAt: string;
}

const says = words.operators;

/** A link that is shown once, to be handed over. */
export function InviteLink({ link, onClose }: { readonly link: HandedLink | null; readonly onClose: () => void }) {
  return (
    <ShownOnce title={says.link} text={link?.link ?? null} copy={says.copy} onClose={onClose}>
      {link && (
        <>
          {says.linkEnds} <Time at={link.expiresAt} />
        </>
      )}
    </ShownOnce>
  );
}
