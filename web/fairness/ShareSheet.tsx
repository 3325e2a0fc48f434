import { useEffect, useState } from 'react';
import type { Ticket } from '#contract/bets.ts';
import { getReceipt } from '#contract/calls/bets.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Link } from '#ui/Link.tsx';
import { saveFile } from '#ui/save-file.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import PlayWithMe from '#web/tickets/PlayWithMe.tsx';
import { copy, hasShareSheet, share } from '#web/tickets/share-link.ts';
import { addressIn } from '#web/words/en/language.ts';
import { words } from '#web/words/en/share.ts';
import { receiptPath } from './receipt-link.ts';
import styles from './ShareSheet.module.css';
import { drawPicture, pictureSize, type Picture } from './ticket-picture.ts';

interface ShareSheetProps {
  ticket: Ticket;
  onClose: () => void;
}

/**
 * A ticket's picture, and the link to its public check, each to be shared, copied or saved, as this device can. A phone shares
 * only right after a tap, so both are made before one can be tapped.
 */
export default function ShareSheet({ ticket, onClose }: ShareSheetProps) {
  const receipt = useApi(getReceipt, { params: { id: ticket.id } });
  const path = receipt.data && receiptPath(receipt.data);
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <div className={styles.sheet}>
        {path && <Shared ticket={ticket} path={path} />}
        {receipt.isPending && <div className={styles.picture} />}
        {receipt.error && !receipt.data && (
          <Failure error={receipt.error} onRetry={receipt.refetch} retrying={receipt.isFetching} />
        )}
      </div>
    </Dialog>
  );
}

function Shared({ ticket, path }: { ticket: Ticket; path: string }) {
  const url = location.origin + addressIn(path);
  const picture = usePicture(ticket, url);
  const [said, setSaid] = useState('');
  const { serial, name } = ticket;
  const title = `${name}, ${serial}`;
  const drawn = typeof picture === 'string' ? null : picture;
  const file = drawn && new File([drawn.file], words.fileName(serial), { type: drawn.file.type });
  const canShareFile = file !== null && (navigator.canShare?.({ files: [file] }) ?? false);

  async function copyUrl() {
    setSaid('');
    setSaid((await copy(url)) === 'copied' ? words.copied : words.notCopied);
  }

  return (
    <>
      <div className={styles.picture}>
        {drawn && <img src={drawn.source} alt={words.picture(name, serial)} {...pictureSize} />}
        {picture === 'failed' && <p>{words.noPicture}</p>}
        {picture === 'pending' && <Skeleton shape="block" />}
      </div>
      <div className={styles.actions}>
        {file && canShareFile && (
          <Button variant="strong" icon={moreIcons.share} onClick={() => void share({ title, url, files: [file] })}>
            {words.sharePicture}
          </Button>
        )}
        {file && !canShareFile && (
          <Button variant="strong" icon={moreIcons.download} onClick={() => saveFile(file, file.name, file.type)}>
            {words.savePicture}
          </Button>
        )}
        {hasShareSheet() ? (
          <Button variant="secondary" icon={moreIcons.share} onClick={() => void share({ title, url })}>
            {words.shareLink}
          </Button>
        ) : (
          <Button variant="secondary" onClick={() => void copyUrl()}>
            {words.copyLink}
          </Button>
        )}
      </div>
      {ticket.status !== 'void' && <PlayWithMe ticket={ticket} />}
      <p role="status" className={styles.said}>
        {said}
      </p>
      <p className={styles.note}>
        {words.note} <Link to={path}>{words.publicCheck}</Link>
      </p>
    </>
  );
}

function usePicture(ticket: Ticket, url: string): Picture | 'pending' | 'failed' {
  const [picture, setPicture] = useState<Picture | 'pending' | 'failed'>('pending');
  useEffect(() => {
    let wanted = true;
    drawPicture(ticket, url).then(
      (drawn) => wanted && setPicture(drawn),
      () => wanted && setPicture('failed'),
    );
    return () => {
      wanted = false;
    };
  }, [ticket, url]);
  return picture;
}
