import { useEffect, useState } from 'react';
import { ApiError } from '#console/api/errors.ts';
import type { Params, ways } from './say-check.ts';

interface CheckProps {
  readonly code: string;
  readonly params?: Params;
  readonly as?: keyof typeof ways;
}

/**
 * A precondition of an act that takes two, in words. The words load when the first one is shown. If they do not, the code is
 * shown.
 */
export function Check({ code, params = null, as = 'check' }: CheckProps) {
  const [loaded, setLoaded] = useState<typeof ways | 'lost'>();
  useEffect(() => {
    void import('./say-check.ts').then(
      (module) => setLoaded(module.ways),
      () => setLoaded('lost'),
    );
  }, []);
  // A space keeps the line's height.
  if (loaded === undefined) return '\u00A0';
  return loaded === 'lost' ? code : loaded[as](code, params);
}

/** Why an act was refused, where a precondition is not met; undefined for every other error. */
export function unmetOf(error: unknown) {
  const unmet = error instanceof ApiError ? error.problem?.unmet : undefined;
  return unmet && <Check code={unmet.code} params={unmet.params} as="unmet" />;
}
