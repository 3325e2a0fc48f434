import { useEffect, useState } from 'react';
import { getRealityCheck } from '#contract/calls/play-limits.ts';
import type { RealityCheck as Check } from '#contract/play-limits.ts';
import { formatFrancs } from '#domain/money.ts';
import { useApi } from '#web/api/queries.ts';
import { useIsVeiled } from '#web/api/hide-outcomes.ts';
import { serverNow } from '#web/clock/clock.ts';
import { local } from '#web/storage/storage.ts';
import { formatDateTime } from '#web/values/format.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { words } from '#web/words/en/reality-check.ts';
import styles from './RealityCheck.module.css';
import { countPlayed, isCheckDue, type Played } from './played-time.ts';

const minute = 60_000;
/** In milliseconds. A hidden page is not in use. */
const lookEvery = 15_000;
/** In the browser, for all tabs of it. */
const key = 'reality_check';

/** Shows time and net position since the sign-in, after each interval of the client's own choice. Nothing where none is chosen. */
export default function RealityCheck() {
  const query = useApi(getRealityCheck, {}, { select: ({ data }) => data });
  const [isDue, setDue] = useState(false);
  const { data, refetch } = query;
  // A client who watches the balls fall is not told the outcome by a sum.
  const isVeiled = useIsVeiled(query.dataUpdatedAt);
  const every = data?.everyMinutes == null ? null : data.everyMinutes * minute;
  const signedInAt = data?.signedInAt;
  useEffect(() => {
    if (every === null || signedInAt === undefined || isDue) return;
    const look = () => {
      if (document.hidden) return;
      const played = countPlayed(readPlayed(), signedInAt, serverNow(), every);
      keepPlayed(played);
      if (isCheckDue(played, every)) void refetch().then(() => setDue(true));
    };
    look();
    const timer = setInterval(look, lookEvery);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [every, signedInAt, isDue, refetch]);
  function close() {
    const now = serverNow();
    if (signedInAt !== undefined) keepPlayed({ signedInAt, from: now, seen: now });
    setDue(false);
  }
  return (
    <Dialog open={isDue && !isVeiled && data?.sums != null} onClose={close} title={words.title}>
      <div className={styles.check}>
        {data?.sums && <Sums signedInAt={data.signedInAt} sums={data.sums} />}
        <Button size="l" block onClick={close}>
          {words.goOn}
        </Button>
        <ButtonLink to="/profile#breaks" variant="secondary" size="l" block onClick={close}>
          {words.pause}
        </ButtonLink>
      </div>
    </Dialog>
  );
}

function Sums({ signedInAt, sums }: { signedInAt: string; sums: NonNullable<Check['sums']> }) {
  const { staked, returned, net } = sums;
  const amount = formatFrancs(Math.abs(net));
  return (
    <>
      <p>{words.signedIn(formatDateTime(signedInAt))}</p>
      <p>
        {words.sums(formatFrancs(staked), formatFrancs(returned))}{' '}
        <b>{net < 0 ? words.lost(amount) : net > 0 ? words.won(amount) : words.even}</b>
      </p>
    </>
  );
}

function readPlayed(): Played | null {
  try {
    return JSON.parse(local.getItem(key) ?? 'null') as Played | null;
  } catch {
    return null;
  }
}

function keepPlayed(played: Played): void {
  local.setItem(key, JSON.stringify(played));
}
