/** Why the embedded database cannot run, in one line for the person who starts the application. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}
