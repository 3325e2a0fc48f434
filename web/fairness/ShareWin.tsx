import { useEffect, useMemo, useState } from 'react';
import type { Ticket } from '#contract/bets.ts';
import { getReceipt } from '#contract/calls/bets.ts';
import { verdictOf } from '#domain/fair-draw/steps.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { saveFile } from '#ui/save-file.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { addressIn } from '#web/words/en/language.ts';
import { words as sharing } from '#web/words/en/share.ts';
import { words } from '#web/words/en/share-win.ts';
import { receiptPath } from './receipt-link.ts';
import styles from './ShareSheet.module.css';
import type { Picture } from './ticket-picture.ts';
import { useCheck } from './useCheck.ts';
import { drawWin, winPictureSize, type Win } from './win-picture.ts';

interface ShareWinProps {
  win: Win;
  drawId: string;
  /** The one that paid most: its serial is on the picture. */
  ticket: Ticket;
  onClose: () => void;
}

/** Shares a draw that ended above zero, as a picture for the device's own sheet, to be saved, or as the link to its public check. */
export default function ShareWin({ win, drawId, ticket, onClose }: ShareWinProps) {
  const receipt = useApi(getReceipt, { params: { id: ticket.id } });
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <div className={styles.sheet}>
        <p className={styles.note}>{words.note}</p>
        {receipt.data && <Shared win={win} drawId={drawId} ticket={ticket} path={receiptPath(receipt.data)} />}
        {receipt.isPending && <div className={styles.picture} />}
        {receipt.error && !receipt.data && (
          <Failure error={receipt.error} onRetry={receipt.refetch} retrying={receipt.isFetching} />
        )}
      </div>
    </Dialog>
  );
}

function Shared({ win, drawId, ticket, path }: Omit<ShareWinProps, 'onClose'> & { path: string }) {
  const [showsAmount, setShowsAmount] = useState(true);
  const isChecked = useIsChecked(path);
  // A ticket's own check names its stake: without the amount, the code leads to the draw's.
  const url = location.origin + addressIn(showsAmount ? path : `/results/${drawId}`);
  const { serial } = ticket;
  const picture = useWinPicture(win, { showsAmount, isChecked, serial, url });
  const [said, setSaid] = useState('');
  const drawn = typeof picture === 'string' ? null : picture;
  const file = drawn && new File([drawn.file], words.fileName(serial), { type: drawn.file.type });
  const canShareFile = file !== null && (navigator.canShare?.({ files: [file] }) ?? false);

  async function copy() {
    setSaid('');
    const isCopied = await navigator.clipboard.writeText(url).then(
      () => true,
      () => false,
    );
    setSaid(isCopied ? sharing.copied : sharing.notCopied);
  }

  return (
    <>
      <div className={styles.picture} data-checked={drawn?.isChecked}>
        {drawn && <img src={drawn.source} alt={words.picture} {...winPictureSize} />}
        {picture === 'failed' && <p>{sharing.noPicture}</p>}
        {picture === 'pending' && <Skeleton shape="block" />}
      </div>
      {file && canShareFile && (
        <Button
          size="l"
          variant="strong"
          icon={moreIcons.share}
          // Closing the device's sheet is not a failure.
          onClick={() => void navigator.share({ files: [file] }).catch(() => {})}
        >
          {words.share}
        </Button>
      )}
      <div className={styles.two}>
        <Button
          variant="secondary"
          icon={moreIcons.download}
          disabled={!file}
          onClick={() => file && saveFile(file, file.name, file.type)}
        >
          {sharing.savePicture}
        </Button>
        <Button variant="secondary" onClick={() => void copy()}>
          {sharing.copyLink}
        </Button>
      </div>
      <Checkbox label={words.amount} checked={showsAmount} onChange={(event) => setShowsAmount(event.target.checked)} />
      <p role="status" className={styles.said}>
        {said}
      </p>
    </>
  );
}

/** Whether this device has checked the ticket's proof itself, and found nothing wrong in it. */
function useIsChecked(path: string): boolean {
  const subject = useMemo(() => ({ subject: 'link', hash: new URL(path, location.origin).hash }) as const, [path]);
  const { phase, steps, ticket } = useCheck(subject);
  const verdict = verdictOf(steps);
  return phase === 'done' && ticket !== null && (verdict === 'proved' || verdict === 'partial');
}

interface DrawnWin extends Picture {
  /** Whether it says so. */
  readonly isChecked: boolean;
}

function useWinPicture(win: Win, { showsAmount, isChecked, serial, url }: Parameters<typeof drawWin>[1]) {
  const [picture, setPicture] = useState<DrawnWin | 'pending' | 'failed'>('pending');
  const [only] = useState(win);
  useEffect(() => {
    let wanted = true;
    drawWin(only, { showsAmount, isChecked, serial, url }).then(
      (drawn) => wanted && setPicture({ ...drawn, isChecked }),
      () => wanted && setPicture('failed'),
    );
    return () => {
      wanted = false;
    };
  }, [only, showsAmount, isChecked, serial, url]);
  return picture;
}
