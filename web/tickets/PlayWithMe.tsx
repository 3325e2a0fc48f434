import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { addressIn } from '#web/words/en/language.ts';
import { words } from '#web/words/en/play-link.ts';
import { playPath, type SharedTicket } from './play-link.ts';
import styles from './PlayWithMe.module.css';
import { copy, hasShareSheet, share, type Copied } from './share-link.ts';

/** Shares a ticket's numbers as a link, with which somebody else fills in the same ticket. It costs and promises nothing. */
export default function PlayWithMe({ ticket }: { ticket: SharedTicket }) {
  const [copied, setCopied] = useState<{ url: string; how: Copied } | null>(null);
  const url = location.origin + addressIn(playPath(ticket));
  const how = copied?.url === url ? copied.how : null;

  async function pass() {
    if (hasShareSheet()) return share({ title: words.title(ticket.name, ticket.selectedNumbers.join(' ')), url });
    setCopied({ url, how: await copy(url) });
  }

  return (
    <div className={styles.pass}>
      <Button variant="ghost" size="s" icon={moreIcons.share} onClick={() => void pass()}>
        {words.share}
      </Button>
      <span role="status" className={styles.said}>
        {how === 'copied' && words.copied}
        {how === 'failed' && (
          <>
            {words.notCopied} <a href={url}>{url}</a>
          </>
        )}
      </span>
    </div>
  );
}
