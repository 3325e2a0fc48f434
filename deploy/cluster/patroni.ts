import { ports, type Plan } from './plan.ts';

/** One database as Patroni sees it. */
export interface Member {
  readonly name: string;
  readonly role: 'leader' | 'sync_standby' | 'replica' | 'standby_leader';
  /** `running` or, of standbys from Patroni 3.0.3 on, `streaming`. */
  readonly state: string;
  /** In bytes; not there for the leader. */
  readonly lag?: number | 'unknown';
}

const timeoutMs = 2_000;

/** Asks one machine after the other. @returns none where no machine answers */
export async function readMembers({ machines }: Plan): Promise<Member[]> {
  for (const { address } of machines) {
    try {
      const response = await fetch(`http://${address}:${ports.patroni}/cluster`, {
        signal: AbortSignal.timeout(timeoutMs),
      });
      return ((await response.json()) as { members: Member[] }).members;
    } catch {
      // This machine did not answer; the next one may.
    }
  }
  return [];
}

/** The name of the primary's machine. @throws when no machine knows one */
export async function findLeader(plan: Plan): Promise<string> {
  return findByRole(plan, 'leader');
}

export async function findStandby(plan: Plan): Promise<string> {
  return findByRole(plan, 'sync_standby');
}

async function findByRole(plan: Plan, role: Member['role']): Promise<string> {
  const found = (await readMembers(plan)).find((member) => member.role === role);
  if (found === undefined) throw new Error(`Patroni reports no ${role}`);
  return found.name;
}

/** Whether a primary works, with two standbys that follow it, one of which each commit waits for. */
export function isWhole(members: readonly Member[]): boolean {
  const follow = members.filter(
    ({ role, state, lag }) =>
      role !== 'leader' && (state === 'running' || state === 'streaming') && typeof lag === 'number' && lag < 16 << 20,
  );
  return (
    follow.length === 2 &&
    follow.some(({ role }) => role === 'sync_standby') &&
    members.some(({ role, state }) => role === 'leader' && state === 'running')
  );
}

/** Makes the synchronous standby the primary. */
export async function switchOver(plan: Plan): Promise<void> {
  const [leader, candidate] = [await findLeader(plan), await findStandby(plan)];
  const { address } = plan.machines.find(({ name }) => name === leader)!;
  const response = await fetch(`http://${address}:${ports.patroni}/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leader, candidate }),
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error(`Patroni did not switch over: ${response.status} ${await response.text()}`);
}
