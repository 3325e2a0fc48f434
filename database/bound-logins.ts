import type pg from 'pg';

/** How many connections each login may open, and its time limits. The processes set shorter ones themselves. */
const bounds = {
  izi_console: {
    connections: 40,
    settings: { idle_in_transaction_session_timeout: '1min', statement_timeout: '1min' },
  },
  izi_machine: {
    connections: 20,
    settings: { idle_in_transaction_session_timeout: '1min', statement_timeout: '1min' },
  },
  izi_opinion: {
    connections: 8,
    settings: { idle_in_transaction_session_timeout: '15min', statement_timeout: '10min' },
  },
} as const;

/**
 * Sets bounds of the logins that take no bets, where nobody has set others and the user who connects may: on a managed server an
 * administrator may have to. They hold for a role that logs in by itself; a user who is only its member has bounds of its own.
 */
export async function boundLogins(client: pg.Client): Promise<void> {
  for (const [role, { connections, settings }] of Object.entries(bounds)) {
    const { rows } = await client.query('select from pg_roles where rolname = $1 and rolconnlimit = -1', [role]);
    if (rows.length === 0) continue;
    try {
      for (const [name, value] of Object.entries(settings))
        await client.query(`alter role ${role} set ${name} = '${value}'`);
      await client.query(`alter role ${role} connection limit ${connections}`);
    } catch {
      // Without the right, or while another database of the same server sets them.
    }
  }
}
