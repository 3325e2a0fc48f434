import { pino, type DestinationStream, type Logger, type LevelWithSilent } from 'pino';

/** The process's log: one JSON document a line. */
export function createLog(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: (error: unknown) => (error instanceof Error ? describeError(error) : error) },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly cause?: LoggedError;
}

/**
 * What is needed to find a bug, and no more: errors of the database driver carry the whole connection with its secrets, and
 * in `detail` the values of a row.
 */
function describeError(error: Error): LoggedError {
  const { name, message, stack, cause, code, constraint } = error as Error & { code?: unknown; constraint?: unknown };
  return {
    type: name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(cause instanceof Error && { cause: describeError(cause) }),
  };
}
