import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { eventually } from '../../app.ts';
import { findTestPort } from '../../free-port.ts';

/** A real Prometheus on loopback that scrapes and evaluates every second. */
export interface Prometheus {
  /** Scrapes these ports of 127.0.0.1 from now on. */
  scrape(ports: readonly number[]): Promise<void>;
  /** The current value of the expression, one entry per series. Throws with Prometheus's own message if it is invalid. */
  ask(expression: string): Promise<Sample[]>;
  /** Names of all metrics that it has ever seen. */
  metricNames(): Promise<string[]>;
  /** Labels of every firing alert, with all rules evaluated after the call. */
  firing(): Promise<Record<string, string>[]>;
}

interface Sample {
  metric: Record<string, string>;
  value: [number, string];
}

interface Rule {
  name: string;
  lastEvaluation: string;
  alerts: { state: string; labels: Record<string, string> }[];
}

/** Starts it with `rules`, and with `token` for what it scrapes. It is killed when the test ends. */
export async function startPrometheus({
  rules,
  token,
}: {
  rules: string;
  token: string;
}): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-prometheus-'));
  await writeFile(join(folder, 'alerts.yml'), rules);
  const targets = (ports: readonly number[]) =>
    writeFile(
      join(folder, 'targets.json'),
      JSON.stringify([{ targets: ports.map((port) => `127.0.0.1:${port}`) }]),
    );
  await targets([]);
  await writeFile(join(folder, 'prometheus.yml'), configuration(token));
  const address = `127.0.0.1:${await findTestPort()}`;
  const options = [
    '--config.file=prometheus.yml',
    '--storage.tsdb.path=data',
    '--web.enable-lifecycle',
    `--web.listen-address=${address}`,
  ];
  const server = spawn('prometheus', options, { cwd: folder, stdio: 'ignore' });
  const ended = once(server, 'exit');
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const isReady = () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(isReady, 'Prometheus to be ready', 60);
  return {
    async scrape(ports) {
      await targets(ports);
      await fetch(`http://${address}/-/reload`, { method: 'POST' });
    },
    ask: (expression) =>
      read<{ result: Sample[] }>(address, `query?${new URLSearchParams({ query: expression })}`).then(
        ({ result }) => result,
      ),
    metricNames: () => read<string[]>(address, 'label/__name__/values'),
    firing: () => firingAt(address),
  };
}

/** The contents of deploy/prometheus/prometheus.yml, with shorter times, and targets that may change. */
const configuration = (token: string) => `
global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs:
  - job_name: long-after
    authorization: { credentials: ${JSON.stringify(token)} }
    file_sd_configs: [{ files: [targets.json] }]
`;

async function firingAt(address: string): Promise<Record<string, string>[]> {
  const since = Date.now();
  const rules = await eventually(async () => {
    const { groups } = await read<{ groups: { rules: Rule[] }[] }>(address, 'rules?type=alert');
    const all = groups.flatMap((group) => group.rules);
    return all.every(({ lastEvaluation }) => Date.parse(lastEvaluation) > since) && all;
  }, 'Prometheus to evaluate its rules');
  return rules.flatMap(({ alerts }) =>
    alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels),
  );
}

async function read<T>(address: string, path: string): Promise<T> {
  const answer = await fetch(`http://${address}/api/v1/${path}`);
  const { data, error } = (await answer.json()) as { data: T; error?: string };
  if (error) throw new Error(`Prometheus says about ${path}: ${error}`);
  return data;
}
