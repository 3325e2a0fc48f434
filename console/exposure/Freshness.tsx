import { useNow } from '#console/clock/clock.ts';
import { Tag } from '#console/kit/Status.tsx';
import { formatSpan } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { oldAfter, type ExposureData } from './exposure-data.ts';

/** When the tickets were read. A draw that is closed gets no older. */
export function Freshness({ of: { computedAt, status } }: { readonly of: ExposureData }) {
  const now = useNow();
  const age = Math.max(0, now - Date.parse(computedAt));
  return (
    <>
      {status === 'open' && age > oldAfter && <Tag tone="wait">{formatSpan(age)}</Tag>}
      <span className="small quiet">
        <Time at={computedAt} />
      </span>
    </>
  );
}
