import { ErrorState } from '#ui/ErrorState.tsx';
import { icons } from '#ui/icons.ts';
import { moreIcons } from '#ui/more-icons.ts';
import { ApiError } from './errors.ts';
import { explain } from './explain.ts';

interface FailureProps {
  error: unknown;
  onRetry?: () => unknown;
  retrying?: boolean;
}

/** Shows the error of a failed call in place of its answer. */
export function Failure({ error, onRetry, retrying = false }: FailureProps) {
  const { title, text } = explain(error);
  const offline = error instanceof ApiError && error.kind === 'FETCH_ERROR';
  return (
    <ErrorState
      icon={offline ? moreIcons.offline : icons.warning}
      title={title}
      retrying={retrying}
      onRetry={onRetry && (() => void onRetry())}
    >
      {text}
    </ErrorState>
  );
}

/** For the first visit, which loads it only where a call has failed: another name would take bytes there. */
export default Failure;
