import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findPgbench, type Pgbench } from './pgbench.ts';
import type { Rig } from '#bench/rig.ts';
import { prepareByHand } from './by-hand.ts';
import { clients, scale, type Yardstick } from './yardstick.ts';

const database = 'tpcb';

export async function prepareTpcb(rig: Rig): Promise<Yardstick> {
  await rig.owner.query(`create database ${database}`);
  const pgbench = await findPgbench();
  return pgbench === null ? prepareByHand({ ...rig.config, database }) : prepareWith(pgbench, rig);
}

async function prepareWith({ file, env }: Pgbench, { config }: Rig): Promise<Yardstick> {
  const run = async (...options: string[]) =>
    (await promisify(execFile)(file, options, { env: { ...process.env, ...env } })).stdout;
  const login = ['-h', String(config.host), '-p', String(config.port), '-U', String(config.user), database];
  const version = (await run('--version')).trim();
  await run('-i', '-I', 'dtGvp', '-s', String(scale), '-q', ...login);
  return {
    description: `${version}, scale ${scale}, -c ${clients} -j 2 -M simple`,
    async run(seconds) {
      const output = await run('-n', '-c', String(clients), '-j', '2', '-M', 'simple', '-T', String(seconds), ...login);
      const tps = /tps = ([\d.]+)/.exec(output)?.[1];
      if (tps === undefined) throw new Error(`pgbench printed no rate:\n${output}`);
      return Number(tps);
    },
  };
}
