/** What somebody at the terminal can mend, in one line. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}
