import { serverNow } from '#web/clock/clock.ts';
import { DateTime } from '#web/values/DateTime.tsx';
import { words } from '#web/words/en/wallet.ts';

/** By when the client knows about a withdrawal that somebody looks at; once that is over, that it takes longer. */
export function ReviewUntil({ at }: { at: string }) {
  if (Date.parse(at) < serverNow()) return <>{words.review.late}</>;
  return (
    <>
      {words.review.until} <DateTime at={at} />
    </>
  );
}
