/** Why a backup or a restore cannot be made, in one line for the person who asked for it. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Errors of the file system in one line; anything else stays as it is. */
export function explainFileError(error: unknown, folder: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new BackupError(`the disk of ${folder} is full: free some space and try again`, { cause: error });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new BackupError(`not allowed: ${(error as Error).message}`, { cause: error });
    default:
      return error;
  }
}
