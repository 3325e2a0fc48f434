import { useState } from 'react';
import type { Ticket } from '#contract/bets.ts';
import { getReceipt } from '#contract/calls/bets.ts';
import { getProof, listOperatorKeys } from '#contract/calls/draws.ts';
import { call } from '#web/api/call.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { SaveButton } from '#web/api/SaveButton.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Link } from '#ui/Link.tsx';
import { saveFile } from '#ui/save-file.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { addressIn } from '#web/words/en/language.ts';
import { words } from '#web/words/en/fairness.ts';
import Check from './Check.tsx';
import type { Subject } from './check-state.ts';
import { QrCode } from './QrCode.tsx';
import { receiptPath } from './receipt-link.ts';
import styles from './TicketProof.module.css';

/** A ticket's receipt as proof: to save, to check here, and for anybody else to check. */
export default function TicketProof({ ticket }: { ticket: Ticket }) {
  const receipt = useApi(getReceipt, { params: { id: ticket.id } });
  const [subject, setSubject] = useState<Subject | null>(null);
  const path = receipt.data && receiptPath(receipt.data);
  return (
    <>
      <Card title={words.ticket.title} className={styles.proof}>
        <p>{words.ticket.lead}</p>
        {receipt.isPending && <Skeleton shape="block" />}
        {receipt.error && !receipt.data && (
          <Failure error={receipt.error} onRetry={receipt.refetch} retrying={receipt.isFetching} />
        )}
        {path && (
          <>
            <div className={styles.actions}>
              {!subject && (
                <Button
                  icon={moreIcons.shield}
                  onClick={() => setSubject({ subject: 'receipt', document: receipt.data })}
                >
                  {words.ticket.verify}
                </Button>
              )}
              <SaveReceipt ticket={ticket} />
            </div>
            <figure className={styles.public}>
              <QrCode text={location.origin + addressIn(path)} label={words.ticket.qr} />
              <figcaption>
                <Link to={path}>{words.ticket.publicCheck}</Link>
                <p>{words.ticket.qrNote}</p>
              </figcaption>
            </figure>
          </>
        )}
      </Card>
      {subject && <Check subject={subject} />}
    </>
  );
}

/** Saves the receipt with its draw's proof as both are now, so that the file can be checked without the site. */
function SaveReceipt({ ticket: { id, drawId, serial } }: { ticket: Ticket }) {
  async function save() {
    const [receipt, proof, operatorKeys] = await Promise.all([
      call(getReceipt, { params: { id } }),
      call(getProof, { params: { id: drawId } }),
      call(listOperatorKeys),
    ]);
    saveFile(
      JSON.stringify({ receipt, proof, operatorKeys }, null, 2),
      words.ticket.fileName(serial),
      'application/json',
    );
  }
  return (
    <SaveButton variant="secondary" icon={moreIcons.download} save={save}>
      {words.ticket.save}
    </SaveButton>
  );
}
