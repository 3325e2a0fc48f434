import { lazy, Suspense, useState } from 'react';
import type { Draw } from '#contract/draws.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
// Of the draw's page, which is lighter without the words of the check.
import { words } from '#web/words/en/results.ts';
import styles from './VerifyDraw.module.css';

const Check = lazy(() => import('./Check.tsx'));

/** Offers to check the draw; the code that does is loaded then. */
export function VerifyDraw({ draw }: { draw: Pick<Draw, 'id' | 'status'> }) {
  const [subject, setSubject] = useState<{ subject: 'draw'; drawId: string } | null>(null);
  if (subject) {
    return (
      <Suspense fallback={<Loading />}>
        <Check subject={subject} />
      </Suspense>
    );
  }
  return (
    <Card title={words.draw.verify.title} className={styles.verify}>
      <p>{words.draw.verify.text}</p>
      <Button
        icon="shield"
        variant={draw.status === 'open' ? 'secondary' : 'primary'}
        onClick={() => setSubject({ subject: 'draw', drawId: draw.id })}
      >
        {words.draw.verify.action}
      </Button>
    </Card>
  );
}

function Loading() {
  return (
    <Card>
      <Skeleton lines={6} />
    </Card>
  );
}
