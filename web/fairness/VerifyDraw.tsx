import { useState, type ReactNode } from 'react';
import type { Draw } from '#contract/draws.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { moreIcons } from '#ui/more-icons.ts';
// The words come from the draw's page, which keeps the texts of the check out of its bundle.
import { words } from '#web/words/en/results.ts';
import styles from './VerifyDraw.module.css';

const Check = lazyPart(() => import('./Check.tsx'), { waiting: <Loading /> });

/** Offers to check the draw. The checking code is loaded on demand. */
export function VerifyDraw({ draw }: { draw: Pick<Draw, 'id' | 'status'> }) {
  const [subject, setSubject] = useState<{ subject: 'draw'; drawId: string } | null>(null);
  if (subject) return <Check subject={subject} />;
  return (
    <WhatIsVerified>
      <Button
        icon={moreIcons.shield}
        variant={draw.status === 'open' ? 'secondary' : 'primary'}
        onClick={() => setSubject({ subject: 'draw', drawId: draw.id })}
      >
        {words.draw.verify.action}
      </Button>
    </WhatIsVerified>
  );
}

/** The purpose of the check, which is the same for every draw. */
export function WhatIsVerified({ children }: { children?: ReactNode }) {
  return (
    <Card title={words.draw.verify.title} className={styles.verify}>
      <p>{words.draw.verify.text}</p>
      {children}
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
