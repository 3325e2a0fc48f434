import { parseArgs } from 'node:util';

export const help = `A second opinion on the draws of an Izi site, from a program that shares no code with it.

  npm run second-opinion -- --watch                        judges each draw, before and after, until it is stopped
  npm run second-opinion -- --draw <id>                    one draw
  npm run second-opinion -- --from <day> --to <day>        all draws of these days
  npm run second-opinion -- --figures --from <day> --to <day>
                                                           stakes, payouts and tickets by day, computed ticket by ticket

  --by finished|moment   for --figures: a draw counts on the day on which it was finished (default), or on that of its moment
  --zone <name>          the time zone of the days (default TIME_ZONE, then Africa/Abidjan)
  --no-note              writes nothing into the site's database
  --journal <file>       also stores its notes in this file, and compares with it (default OPINION_JOURNAL)
  --beacon-chain <file>  a chain of drand besides quicknet, as its /info describes it
  --first <n>            how many tickets of each kind of difference are named (default 5)
  --json                 one JSON document a line

OPINION_DATABASE_URL is the site's database with the login of the second opinion, a member of izi_opinion and nothing more. Without it
\`npm run second-opinion\` takes the embedded database in DATA_DIR, while the site runs.

On another machine: copy this folder alone, run \`npm ci --omit=dev\` in it, set OPINION_DATABASE_URL, and start \`node main.ts --watch\`. It needs
Node 24. docs/second-opinion.md has the rest.

Ends with 0 when it agrees, with 1 when it disagrees on anything, with 2 when it could not judge.`;

export interface Asked {
  readonly mode: 'watch' | 'draw' | 'range' | 'figures' | 'help';
  readonly draw: string;
  /** Days, `2026-11-23`, the second one included. */
  readonly from: string;
  readonly to: string;
  readonly by: 'finished' | 'moment';
  readonly zone: string;
  readonly notes: boolean;
  readonly journal: string | null;
  readonly beaconChain: string | null;
  readonly first: number;
  readonly json: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the arguments of the command. @returns a sentence about the error where they are not valid */
export function readArguments(args: readonly string[], env: Environment): Asked | string {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        watch: { type: 'boolean', default: false },
        draw: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        figures: { type: 'boolean', default: false },
        by: { type: 'string', default: 'finished' },
        zone: { type: 'string' },
        'no-note': { type: 'boolean', default: false },
        journal: { type: 'string' },
        'beacon-chain': { type: 'string' },
        first: { type: 'string', default: '5' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }));
  } catch (error) {
    return (error as Error).message;
  }
  const { watch, draw, figures, by } = values;
  const { from, to = from } = values;
  const zone = values.zone ?? env['TIME_ZONE']?.trim() ?? '';
  const asked = {
    draw: draw ?? '',
    from: from ?? '',
    to: to ?? '',
    zone: zone === '' ? 'Africa/Abidjan' : zone,
    notes: !values['no-note'],
    journal: values.journal ?? (env['OPINION_JOURNAL']?.trim() || null),
    beaconChain: values['beacon-chain'] ?? null,
    first: Number(values.first),
    json: values.json,
  };
  if (values.help) return { ...asked, by: 'finished', mode: 'help' };
  if (by !== 'finished' && by !== 'moment') return '--by is finished or moment.';
  if (!Number.isSafeInteger(asked.first) || asked.first < 0) return '--first is a number of tickets.';
  if (!isZone(asked.zone)) return `${asked.zone} is no time zone.`;
  const ranged = from !== undefined || to !== undefined;
  if ([watch, draw !== undefined, ranged].filter(Boolean).length !== 1 || (figures && !ranged)) {
    return 'One of --watch, --draw <id> and --from <day> is needed; --figures goes with --from. See --help.';
  }
  if (ranged && !(isDay(asked.from) && isDay(asked.to) && asked.from <= asked.to)) {
    return '--from and --to are days, such as 2026-11-23, in order.';
  }
  if (draw !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(draw))
    return `${draw} is no id of a draw.`;
  return { ...asked, by, mode: watch ? 'watch' : draw === undefined ? (figures ? 'figures' : 'range') : 'draw' };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
