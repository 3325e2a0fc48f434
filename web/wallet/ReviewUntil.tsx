import { serverNow } from '#web/clock/clock.ts';
import { DateTime } from '#web/values/DateTime.tsx';
import { words } from '#web/words/en/wallet.ts';

/** The time by which a client gets an answer about a withdrawal under review; once that is over, a sentence that it takes longer. */
export function ReviewUntil({ at }: { at: string }) {
  if (Date.parse(at) < serverNow()) return <>{words.review.late}</>;
  return (
    <>
      {words.review.until} <DateTime at={at} />
    </>
  );
}
