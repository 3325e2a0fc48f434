import { pino, type DestinationStream, type Logger, type LevelWithSilent } from 'pino';

/** Creates the process's log: one JSON document per line. */
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
 * Keeps only what helps to find a bug. Errors of the database driver hold the whole connection with its secrets, and the
 * values of a row in `detail`.
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
