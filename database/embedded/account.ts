import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedError } from './error.ts';

/** The user that the server runs as, for `spawn`. Empty: the user of this process. */
export type Account = { readonly uid: number; readonly gid: number } | { readonly uid?: never; readonly gid?: never };

/** PostgreSQL refuses to run as root, so as root it gets a user id of its own, which nobody has to create. */
const ownId = 54_320;

const run = promisify(execFile);

/**
 * The user to run PostgreSQL as when we are root: the owner of an existing data folder if that is an ordinary user,
 * else a user id that owns nothing else.
 */
export async function chooseAccount(folder: string): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(folder).catch(() => null);
  const account = owner !== null && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: ownId, gid: ownId };
  await run('/bin/sh', ['-c', ':'], account).catch((cause: Error) => {
    throw new EmbeddedError(
      `PostgreSQL does not run as root, and this system cannot run it as another user (${cause.message}): ` +
        'start as an ordinary user, or set DATABASE_URL',
    );
  });
  return account;
}

/**
 * An account for `initdb`, which, unlike the server, requires that its user has a name. Any unprivileged user of this system
 * will do, because the folder's owner is changed afterwards.
 */
export async function chooseNamedAccount(account: Account): Promise<Account> {
  if (account.uid === undefined) return account;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const named = users.map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const user =
    named.find(({ uid }) => uid === account.uid) ??
    named.find(({ name }) => name === 'nobody') ??
    named.find(({ uid }) => uid > 0);
  if (user === undefined)
    throw new EmbeddedError('PostgreSQL does not run as root and /etc/passwd names no other user');
  return { uid: user.uid, gid: user.gid };
}

/** Whether the account may enter the folder, which depends on every folder above it. */
export async function canReach(account: Account, folder: string): Promise<boolean> {
  return run('/bin/sh', ['-c', 'test -x "$0"', folder], account).then(
    () => true,
    () => false,
  );
}
