import { ErrorState } from '#ui/ErrorState.tsx';
import { ApiError, explain } from './errors.ts';

interface FailureProps {
  error: unknown;
  onRetry?: () => unknown;
  retrying?: boolean;
}

/** A failed call in its own words, where its answer would have been. */
export function Failure({ error, onRetry, retrying = false }: FailureProps) {
  const { title, text } = explain(error);
  const offline = error instanceof ApiError && error.kind === 'FETCH_ERROR';
  return (
    <ErrorState
      icon={offline ? 'offline' : 'warning'}
      title={title}
      retrying={retrying}
      onRetry={onRetry && (() => void onRetry())}
    >
      {text}
    </ErrorState>
  );
}
