import { useState } from 'react';
import { getIdentity } from '#contract/calls/documents.ts';
import type { IdentityStatus } from '#contract/documents.ts';
import type { User } from '#contract/identity.ts';
import { formatFrancs } from '#domain/money.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { words } from '#web/words/en/identity-check.ts';
import { DocumentForm } from './DocumentForm.tsx';
import { DocumentPictures } from './DocumentPictures.tsx';
import styles from './PlayLimits.module.css';

/** While a document waits, in milliseconds. */
const askAgainMs = 30_000;

/** How much money may move, and the document that lets more of it move. */
export function Identity({ me }: { me: User }) {
  const identity = useApi(
    getIdentity,
    {},
    {
      select: ({ data }) => data,
      refetchInterval: ({ state }) => state.data?.data.check?.status === 'waiting' && askAgainMs,
    },
  );
  if (identity.isPending) return <Skeleton lines={10} />;
  if (!identity.data)
    return <Failure error={identity.error} onRetry={identity.refetch} retrying={identity.isFetching} />;
  return (
    <div className={styles.parts}>
      <Tier {...identity.data} />
      <section className={styles.part}>
        <h4 className={styles.kind}>{words.title}</h4>
        {me.confirmed ? <Document check={identity.data.check} /> : <p className={styles.lead}>{words.confirmFirst}</p>}
      </section>
    </div>
  );
}

const directions = ['deposit', 'withdrawal'] as const;
const windows = ['perDay', 'per30Days'] as const;

function Tier({ tier, limits, used, waitingWin }: IdentityStatus) {
  return (
    <section className={styles.part}>
      <h4 className={styles.kind}>{words.tier[tier].title}</h4>
      <p className={styles.lead}>{limits === null && tier === 1 ? words.noLimits : words.tier[tier].text}</p>
      {waitingWin !== null && (
        <Notice tone="warning" title={words.waitingWin.title(formatFrancs(waitingWin))}>
          <p>{words.waitingWin.text}</p>
        </Notice>
      )}
      {limits !== null && tier > 0 && (
        <ul className={styles.used}>
          {directions.flatMap((direction) =>
            windows.map((window) => {
              const limit = limits[window];
              if (limit === null) return null;
              const name = words.used[direction][window];
              const amount = used[direction][window];
              return (
                <li key={direction + window}>
                  <span>{name}</span>
                  <span>{words.usedOf(formatFrancs(amount), formatFrancs(limit))}</span>
                  <meter className={styles.meter} aria-label={name} max={limit} value={amount} />
                </li>
              );
            }),
          )}
        </ul>
      )}
    </section>
  );
}

function Document({ check }: Pick<IdentityStatus, 'check'>) {
  /** The draft that is given up for another document. */
  const [given, setGiven] = useState<string | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  if (check?.status === 'draft' && check.id !== given) {
    return (
      <>
        <DocumentPictures key={check.id} check={check} onSubmitted={() => setSubmitted(true)} />
        <Button variant="ghost" block onClick={() => setGiven(check.id)}>
          {words.other}
        </Button>
      </>
    );
  }
  if (check?.status === 'waiting') {
    return (
      <div ref={isSubmitted ? comeIntoSight : undefined}>
        <Notice title={words.waiting.title}>
          <p>{words.waiting.text(words.ending(words.types[check.type], check.last4))}</p>
        </Notice>
      </div>
    );
  }
  if (check?.status === 'accepted') {
    return (
      <Notice tone="success" title={words.accepted.title}>
        <p>{words.ending(words.types[check.type], check.last4)}</p>
      </Notice>
    );
  }
  return (
    <>
      {check?.status === 'refused' && (
        <Notice tone="warning" title={words.refused.title}>
          <p>{check.reason}</p>
          <p>{words.refused.again}</p>
        </Notice>
      )}
      <p className={styles.lead}>{words.lead}</p>
      <DocumentForm />
    </>
  );
}

/** It is shorter than the photos that it takes the place of, so it would be above the window. */
function comeIntoSight(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'center' });
}
