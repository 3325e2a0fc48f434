import type { ProcessRole, Queryable } from '#database/connect.ts';
import { hasSynchronousStandbys } from '#database/standbys.ts';
import type { Timetable } from '#domain/timetable.ts';

export type Mode = 'demo' | 'production';

/**
 * Marks a new database with the mode of the first server that starts on it. Every later start must have the same mode,
 * because a demonstration's database has a client with a public password and money that nobody paid.
 *
 * @param owner connects as the owner of the tables
 * @returns why the server must not start, where the database belongs to the other mode; else null
 */
export async function claimDatabase(owner: Queryable, mode: Mode): Promise<string | null> {
  await owner.query('insert into site_mode (mode) values ($1) on conflict do nothing', [mode]);
  return refuseSite(owner, mode);
}

/** Why a server of this mode must not start on this database; null where it may. `db`: any login of a process. */
export async function refuseSite(db: Queryable, mode: Mode): Promise<string | null> {
  const [site] = await db.query<{ mode: Mode | null; has_demo_operators: boolean }>('select * from console.site()');
  if (!site?.mode)
    return 'the database belongs to no site yet. Have the owner of its tables run “npm run migrate” first';
  if (site.mode === mode) {
    return mode === 'production' && site.has_demo_operators
      ? 'DATABASE_URL names a database that holds demo operators, whom a demonstration lets in without a passkey. Give production a database of its own'
      : null;
  }
  return mode === 'production'
    ? 'DATABASE_URL names the database of a demonstration: it has a client whose password everybody knows, and money that nobody paid. Give production a database of its own'
    : 'DATABASE_URL names the database of a production, and MODE is demo: a demonstration gives money away and shows the codes of everybody. Set MODE=production, or leave DATABASE_URL out';
}

/**
 * Notes how long draws wait for the second opinion from now on, where that is another time than until now. Draws that are drawn already
 * keep theirs.
 *
 * @param owner connects as the owner of the tables
 * @param waitSeconds null: draws do not wait; undefined: as until now
 */
export async function keepOpinionRule(owner: Queryable, waitSeconds: number | null | undefined): Promise<void> {
  if (waitSeconds === undefined) return;
  await owner.query(
    `insert into opinion.rule (number, wait_seconds)
     select coalesce(max(number), 0) + 1, $1::integer from opinion.rule
     having opinion_wait_seconds() is distinct from $1::integer on conflict do nothing`,
    [waitSeconds],
  );
}

/** Settings about the second opinion that differ from the database; null where they agree. */
export async function findOtherOpinionRule(
  db: Queryable,
  waitSeconds: number | null | undefined,
): Promise<string | null> {
  if (waitSeconds === undefined) return null;
  const [row] = await db.query<{ seconds: number | null }>('select opinion_wait_seconds() as seconds');
  if (row!.seconds === waitSeconds) return null;
  const says = row!.seconds === null ? 'off' : `on, ${row!.seconds} s`;
  return `SECOND_OPINION is ${waitSeconds === null ? 'off' : `on, ${waitSeconds} s`} in these settings, and ${says} in the database, which counts. “npm run migrate” with the login of the owner changes it`;
}

/** A failover takes up to half a minute, and a draw that is not sealed by then has to be called off. */
const shortestCloseSeconds = 60;

/** A warning for the operator about sales that close so late before the draw; null where it does no harm. */
export async function findLateClose(db: Queryable, closeSecondsBefore: number): Promise<string | null> {
  if (closeSecondsBefore >= shortestCloseSeconds || !(await hasSynchronousStandbys(db))) return null;
  return `Sales close ${closeSecondsBefore} s before a draw, and the database has synchronous standbys: a failover at that moment takes longer, and the draw would be called off. Let sales close ${shortestCloseSeconds} s before or earlier: SALES_CLOSE_SECONDS_BEFORE of a new database, else the timetable in the operators’ console`;
}

/**
 * The timetable that counts: the newest of the database, or the one of the settings, of which the first is made.
 *
 * @param newest the newest version of the database
 * @returns `warnings`: that the settings say something else, and that sales close late
 */
export async function checkTimetable(
  db: Queryable,
  settings: Timetable,
  newest: Timetable | undefined,
): Promise<{ timetable: Timetable; warnings: string[] }> {
  const timetable = newest ?? settings;
  const lateClose = await findLateClose(db, timetable.closeSecondsBefore);
  const differs =
    timetable.everyMinutes !== settings.everyMinutes ||
    timetable.closeSecondsBefore !== settings.closeSecondsBefore ||
    timetable.timeZone !== settings.timeZone;
  return {
    timetable,
    warnings: [...(differs ? [describeTimetable(timetable)] : []), ...(lateClose ? [lateClose] : [])],
  };
}

function describeTimetable({ everyMinutes, closeSecondsBefore, timeZone }: Timetable): string {
  return `The timetable in the database counts: a draw every ${everyMinutes} minutes of ${timeZone}, sales close ${closeSecondsBefore} s before. DRAW_EVERY_MINUTES, SALES_CLOSE_SECONDS_BEFORE and TIME_ZONE made its first version, and change it no more: ask for another one in the operators’ console`;
}

/**
 * Finds rights of a process's login that it does not need: roles that it can become and that own tables, are privileged or are
 * those of another process. Null where there are none. Nobody can act for another: what takes two operators is asked for and approved
 * by the console, and done by a worker; and a process that serves players takes no draw through its life.
 *
 * @param role the only one that the login needs
 */
export async function findExcessRights(db: Queryable, role: ProcessRole = 'izi_app'): Promise<string | null> {
  const [login] = await db.query<{ name: string; roles: string[] | null }>(
    `select session_user::text as name, array_agg(r.rolname::text order by r.rolname) as roles
     from pg_roles r
     where pg_has_role(session_user, r.oid, 'member') and (
       r.rolname in ('izi_app', 'izi_worker', 'izi_console', 'izi_opinion', 'izi_machine') and r.rolname <> $1
         and not ($1 = 'izi_worker' and r.rolname = 'izi_app')
       or r.rolsuper or r.rolcreaterole or r.rolreplication or r.rolbypassrls or r.rolname like 'pg\\_%'
       or exists (select from pg_class c where c.relowner = r.oid and c.relnamespace in ('public'::regnamespace, 'console'::regnamespace, 'opinion'::regnamespace))
     )`,
    [role],
  );
  if (!login?.roles) return null;
  const { name, roles } = login;
  return roles.includes(name) ? `${name} is no ordinary user` : `${name} can become ${roles.slice(0, 3).join(', ')}`;
}
