import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, readMigration } from '#server/config.ts';
import { freePort } from './support/site/free-port.ts';
import { createDataFolder, startServer, type ServerProcess } from './support/site/server.ts';

const run = promisify(execFile);
const deploy = join(import.meta.dirname, '../deploy');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}

let data: Awaited<ReturnType<typeof createDataFolder>>;
let server: ServerProcess;
/** Every series that a process offers, by its name, with the labels it was seen with. */
let offered: Map<string, Set<string>>;

beforeAll(async () => {
  data = await createDataFolder();
  const port = await freePort();
  server = await startServer(data.folder, { METRICS_PORT: String(port), DRAW_EVERY_MINUTES: '60' });
  await fetch(`${server.url}/api/draws`);
  offered = readSeries(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
});
afterAll(async () => {
  await server.end('SIGINT');
  await data.remove();
});

/** Prometheus adds this itself. */
const ownOfPrometheus = new Map([['up', new Set<string>()]]);
const labelsOfPrometheus = ['job', 'instance', 'le'];

function readSeries(text: string): Map<string, Set<string>> {
  const series = new Map(ownOfPrometheus);
  for (const [, name, type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    for (const ending of type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
      series.set(name! + ending, new Set());
  }
  for (const [, name, labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    for (const [, label] of labels.matchAll(/(\w+)="/g)) series.get(name!)?.add(label!);
  }
  return series;
}

const words = new Set(['sum', 'max', 'min', 'rate', 'increase', 'by', 'or', 'and', 'topk', 'histogram_quantile']);

/** Lists the errors of an expression: metrics that no part of the site offers, and labels that a metric does not have. */
function findUnknown(expression: string): string[] {
  const wrong: string[] = [];
  const bare = expression.replaceAll(/\[\w+\]/g, '').replaceAll(/by \(([\w, ]*)\)/g, '');
  let found = 0;
  for (const [, name, , matchers = ''] of bare.matchAll(/\b([a-z_][a-z0-9_]*)\b(\{([^}]*)\})?(?!\s*=~?")/g)) {
    if (words.has(name!)) continue;
    found += 1;
    const labels = offered.get(name!);
    if (labels === undefined) wrong.push(name!);
    for (const [, label] of matchers.matchAll(/(\w+)\s*[=!]~?"/g)) {
      if (labels && !labels.has(label!) && !labelsOfPrometheus.includes(label!)) wrong.push(`${name}{${label}}`);
    }
    for (const [, list] of expression.matchAll(/by \(([\w, ]*)\)/g)) {
      for (const label of list!.split(', ')) {
        if (labels && !labels.has(label) && !labelsOfPrometheus.includes(label)) wrong.push(`${name} by ${label}`);
      }
    }
  }
  return found === 0 ? [...wrong, 'no metric'] : wrong;
}

async function readRules(): Promise<Rule[]> {
  const { groups } = parse(await readFile(join(deploy, 'prometheus/izi.rules.yml'), 'utf8')) as {
    groups: { rules: Rule[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

test('an expression with an unknown metric or label is noticed', () => {
  expect(findUnknown('max(draws_seal_overdue_seconds) > 8')).toEqual([]);
  expect(findUnknown('max(draws_sealing_seconds) > 8')).toEqual(['draws_sealing_seconds']);
  expect(findUnknown('payment_alarms_total{sort="x"} > 0')).toEqual(['payment_alarms_total{sort}']);
  expect(findUnknown('sum by (pool) (rate(intake_answers_total[5m]))')).toEqual(['intake_answers_total by pool']);
  expect(findUnknown('1 > 0')).toEqual(['no metric']);
});

describe('the rules of Prometheus', () => {
  test('name only metrics and labels that a process offers', async () => {
    const rules = await readRules();
    expect(rules.length).toBeGreaterThan(20);
    expect(rules.flatMap(({ alert, expr }) => findUnknown(expr).map((what) => `${alert}: ${what}`))).toEqual([]);
  });

  test('each have a section in docs/alarms.md, which has no other sections', async () => {
    const rules = await readRules();
    const told = await readFile(join(import.meta.dirname, '../docs/alarms.md'), 'utf8');
    const headings = [...told.matchAll(/^### (\w+)$/gm)].map(([, name]) => name!);
    expect(headings.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.runbook).toBe(`docs/alarms.md#${alert.toLowerCase()}`);
      expect(annotations.summary).toMatch(/\.$/);
    }
  });

  test('are accepted by Prometheus itself', async (context) => {
    const promtool = await run('promtool', ['check', 'rules', join(deploy, 'prometheus/izi.rules.yml')]).catch(
      (error: NodeJS.ErrnoException) => error,
    );
    if (promtool instanceof Error && promtool.code === 'ENOENT') {
      console.warn('✗ SKIPPED: only promtool knows whether Prometheus takes the rules: apt-get install prometheus');
      return context.skip();
    }
    expect(promtool).toMatchObject({ stdout: expect.stringContaining('SUCCESS') as string });
    await run('promtool', ['check', 'config', join(deploy, 'prometheus/prometheus.yml')]);
  });
});

test('each panel of the dashboard names only metrics and labels that a process offers', async () => {
  const { panels } = JSON.parse(await readFile(join(deploy, 'grafana/izi.json'), 'utf8')) as { panels: Panel[] };
  const charts = panels.filter(({ type }) => type !== 'row');
  expect(charts.length).toBeGreaterThan(20);
  const wrong = charts.flatMap(({ title, targets = [] }) =>
    targets.length === 0
      ? [`${title}: no target`]
      : targets.flatMap(({ expr }) => findUnknown(expr).map((what) => `${title}: ${what}`)),
  );
  expect(wrong).toEqual([]);
});

describe('the settings of an installation', () => {
  const make = (folder: string) =>
    run('sh', [join(deploy, 'install/make-settings.sh'), folder, 'izi.example', 'console.izi.example']);
  const readFiles = async (folder: string) => {
    const names = (await readdir(folder)).toSorted();
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
    );
  };
  /** As systemd and containers read a file of settings. */
  const read = (file: string) => {
    const lines = file.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  };
  const noSecret = () => {
    throw new Error('a secret was made');
  };
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'izi-settings-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('start each process once the providers are filled in, and give it nothing that it must not have', async () => {
    await make(folder);
    const files = await readFiles(folder);
    const paid = {
      PAYMENTS: 'fedapay',
      FEDAPAY_SECRET_KEY: 'sk_live_abc',
      FEDAPAY_WEBHOOK_SECRET: 'wh_abc',
      FEDAPAY_CUSTOMER_DOMAIN: 'customers.izi.example',
    };
    const sent = {
      SMTP_URL: 'smtp://mail.izi.example:587',
      MAIL_FROM: 'Izi <no-reply@izi.example>',
      AFRICAS_TALKING_USERNAME: 'izi',
      AFRICAS_TALKING_API_KEY: 'abc',
    };
    const reached = { VITE_CONTACT_EMAIL: 'help@izi.example' };
    const web = readConfig({ ROLES: 'web', ...read(files['web.env']!), ...paid, ...reached }, noSecret);
    const worker = readConfig({ ROLES: 'worker', ...read(files['worker.env']!), ...paid, ...sent }, noSecret);
    const operators = readConfig({ ROLES: 'console', ...read(files['console.env']!) }, noSecret);
    const machine = readConfig({ ROLES: 'machine', ...read(files['machine.env']!) }, noSecret);
    expect(machine).toMatchObject({ machinePort: 3_200, databaseUrl: undefined });
    expect(web).toMatchObject({ publicUrl: 'https://izi.example', seedKeys: null });
    expect(operators).toMatchObject({ consoleUrl: 'https://console.izi.example', consolePort: 3_100 });
    for (const name of ['operatorKeys', 'codeKeys', 'factorKeys', 'partyKeys', 'personKey'] as const) {
      expect(worker[name], name).toEqual(web[name]);
    }
    expect(operators.documents.personKey).toEqual(web.documents.personKey);
    const owner = read(files['owner.env']!);
    expect(readMigration(owner)).toMatchObject({ mode: 'production' });
    // Each login has the password that its process knows.
    const passwords = [...`${files['database.sql']}${files['logins.sql']}`.matchAll(/role (\w+) login.*?'(\w+)'/g)];
    const urls = [
      owner['DATABASE_OWNER_URL'],
      web.databaseUrl,
      worker.workerDatabaseUrl,
      operators.consoleDatabaseUrl,
      machine.machineDatabaseUrl,
    ];
    expect(passwords.map(([, login, password]) => `postgres://${login}:${password}@127.0.0.1:5432/izi`)).toEqual(urls);
    for (const name of Object.keys(files)) expect((await stat(join(folder, name))).mode & 0o077, name).toBe(0);
  });

  test('are never made again over those that are there', async () => {
    await make(folder);
    const before = await readFiles(folder);
    await rm(join(folder, 'web.env'));
    await expect(make(folder)).rejects.toThrow('is there already, so nothing was made');
    const { 'web.env': _, ...rest } = before;
    expect(await readFiles(folder)).toEqual(rest);
  });
});

describe('the other files', () => {
  const listFiles = async () =>
    (await readdir(deploy, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(deploy.length + 1))
      // The program of `npm run cluster` has tests of its own.
      .filter((file) => !file.startsWith('cluster/') && file !== 'tsconfig.json');

  test('are named in deploy/README.md, with how far each was tested', async () => {
    const told = await readFile(join(deploy, 'README.md'), 'utf8');
    const named = [...told.matchAll(/`([\w@./-]+\/[\w@.-]+)`(?=.*\|$)/gm)].map(([, file]) => file!);
    const files = (await listFiles()).filter((file) => file !== 'README.md');
    expect(named.filter((file) => !file.startsWith('/')).toSorted()).toEqual(files.toSorted());
  });

  test('have a valid syntax', async () => {
    const files = await listFiles();
    for (const file of files.filter((name) => name.endsWith('.yml'))) {
      expect(parse(await readFile(join(deploy, file), 'utf8'), { merge: true }), file).toBeTypeOf('object');
    }
    const scripts = files.filter((name) => name.endsWith('.sh'));
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts) await run('sh', ['-n', join(deploy, script)]);
  });

  test('are accepted by systemd, if they are units', async (context) => {
    for (const file of (await listFiles()).filter((name) => name.startsWith('systemd/'))) {
      const verified = await run('systemd-analyze', ['verify', '--man=no', join(deploy, file)]).catch(
        (error: NodeJS.ErrnoException & { stderr?: string }) => error,
      );
      if (verified instanceof Error && verified.code === 'ENOENT') {
        console.warn('✗ SKIPPED: only systemd-analyze knows whether systemd takes the units');
        return context.skip();
      }
      // The program is where the operator puts it.
      const complaints = (verified.stderr ?? '')
        .split('\n')
        .filter((line) => line !== '' && !line.includes('/opt/izi/'));
      expect(complaints, file).toEqual([]);
    }
  });
});
