import { Button } from '#console/kit/Button.tsx';
import { Modal } from '#console/kit/Modal.tsx';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/settings.ts';
import styles from './Settings.module.css';

export interface HandedLink {
  readonly link: string;
  readonly expiresAt: string;
}

const says = words.operators;

/** A link that is shown once, to be handed over. */
export function InviteLink({ link, onClose }: { readonly link: HandedLink | null; readonly onClose: () => void }) {
  return (
    <Modal isOpen={link !== null} onClose={onClose} label={says.link}>
      {link && (
        <div className={styles.window}>
          <h2>{says.link}</h2>
          <p className={styles.link}>{link.link}</p>
          <p className="small quiet">
            {says.linkEnds} <Time at={link.expiresAt} />
          </p>
          <div className="row">
            <Button kind="act" size="large" onPress={() => void navigator.clipboard.writeText(link.link)}>
              {says.copy}
            </Button>
            <Button size="large" onPress={onClose}>
              {says.close}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
