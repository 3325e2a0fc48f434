/** An error that the person at the terminal can fix, in one line. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}
