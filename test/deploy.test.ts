// The deployment files refer to the product's settings, scripts and URLs: this test keeps those references correct.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { serverOptions } from '../scripts/setup/project.mjs';
import { Environment } from '../server/platform/environment.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const settings = Object.keys(Environment.shape);
const unknownIn = (names: readonly string[]) => names.filter((name) => !settings.includes(name));
/** A process that is told to stop has ended by then, whatever it is doing. */
const longestStopSeconds = Number(/drainSeconds = (\d+)/.exec(read('server/main.ts'))?.[1]) + 4;

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile').replaceAll('\\\n', '');
  const linesOf = (instruction: string) =>
    [...dockerfile.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map((match) => String(match[1]));

  test('starts the product as npm start does, with settings that it has', () => {
    expect(JSON.parse(linesOf('ENTRYPOINT')[0] ?? '')).toEqual(['node', ...serverOptions]);
    expect(JSON.parse(linesOf('CMD')[0] ?? '')).toEqual(['server/main.ts']);
    // With other options V8 would not use the compile cache.
    expect(linesOf('RUN').at(-2)).toContain(`node ${serverOptions.join(' ')} --input-type=module`);
    const names = linesOf('ENV').flatMap((line) => Object.keys(parseEnv(line.replaceAll(' ', '\n'))));
    expect(unknownIn(names)).toEqual(['NODE_ENV']);
  });

  test('runs on the Node that the project pins', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    expect(linesOf('FROM')[0]).toBe(`node:${devDependencies.node}-bookworm-slim AS node`);
  });

  test('copies what is there, and .dockerignore lets it through', () => {
    const copied = linesOf('COPY').filter((line) => !/^(--from|\. )/.test(line));
    const sources = copied.flatMap((line) => line.split(' ').slice(0, -1));
    const allowed = [...read('.dockerignore').matchAll(/^!(.*)$/gm)].flatMap((match) =>
      globSync(String(match[1])),
    );
    expect(sources.filter((source) => globSync(source).length === 0)).toEqual([]);
    const isAllowed = (path: string) => allowed.some((one) => path === one || path.startsWith(`${one}/`));
    expect(sources.flatMap((source) => globSync(source)).filter((path) => !isAllowed(path))).toEqual([]);
  });
});

interface Service {
  environment?: Record<string, string>;
  stop_grace_period?: string;
  read_only?: boolean;
}

describe('compose.yaml', () => {
  const text = read('compose.yaml');
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Record<string, Service & { volumes?: string[] }>;
    volumes: Record<string, null>;
  };
  const ours = ['web', 'worker'].map((name) => services[name]);

  test('web and worker have settings that there are, a read-only root and time to stop', () => {
    for (const service of ours) {
      expect(unknownIn(Object.keys(service?.environment ?? {}))).toEqual([]);
      expect(service?.read_only).toBe(true);
      expect(Number.parseInt(service?.stop_grace_period ?? '', 10)).toBeGreaterThan(longestStopSeconds);
    }
  });

  test('its variables are those of deploy/compose.env.example, and its volumes exist', () => {
    const example = read('deploy/compose.env.example');
    const given = Object.keys(parseEnv(example.replaceAll(/^# ([A-Z][A-Z0-9_]*=)/gm, '$1')));
    const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map((match) => String(match[1])));
    expect([...asked].sort()).toEqual(given.sort());
    const mounted = Object.values(services).flatMap((service) => service.volumes ?? []);
    expect(mounted.map((volume) => volume.split(':')[0]).sort()).toEqual(Object.keys(volumes).sort());
  });
});

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: {
    selector: Record<string, unknown>;
    template?: { metadata: { labels: Record<string, string> }; spec: Pod };
  };
}

interface Pod {
  terminationGracePeriodSeconds: number;
  containers: {
    env: { name: string }[];
    envFrom: { configMapRef?: { name: string } }[];
    ports: { name: string }[];
    lifecycle?: { preStop: { exec: { command: string[] } } };
  }[];
}

describe('deploy/kubernetes', () => {
  const manifests = globSync('deploy/kubernetes/*.yaml').flatMap((path) =>
    parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest),
  );
  const deployments = manifests.flatMap(({ spec }) => spec?.template ?? []);

  test('containers have settings that there are, and time to stop', () => {
    expect(deployments).toHaveLength(2);
    for (const { spec: pod } of deployments)
      for (const { env, lifecycle } of pod.containers) {
        expect(unknownIn(env.map(({ name }) => name))).toEqual([]);
        const pause = Number(lifecycle?.preStop.exec.command[1] ?? 0);
        expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(longestStopSeconds + pause);
      }
    const shared = manifests
      .filter(({ kind }) => kind === 'ConfigMap')
      .flatMap(({ data }) => Object.keys(data ?? {}));
    expect(unknownIn(shared)).toEqual([]);
    const said = /It holds (.*)\.$/m.exec(read('deploy/kubernetes/settings.yaml'))?.[1] ?? '';
    expect(unknownIn(said.split(/, | and /))).toEqual([]);
  });

  test('everything that selects pods selects those of one deployment', () => {
    const selectors = manifests.flatMap(({ spec }) => {
      const selector = spec?.selector;
      return selector ? [(selector['matchLabels'] ?? selector) as Record<string, string>] : [];
    });
    expect(selectors).toHaveLength(5);
    for (const selector of selectors) {
      const chosen = deployments.filter(({ metadata: { labels } }) =>
        Object.entries(selector).every(([name, value]) => labels[name] === value),
      );
      expect(chosen).toHaveLength(1);
    }
  });
});

describe('deploy/systemd', () => {
  const units = new Map(
    globSync('deploy/systemd/**/*.{service,timer,conf}').map((path) => [path, read(path)] as const),
  );
  const valuesOf = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map((match) => String(match[1]));

  test('units run commands and set settings that there are, with time to stop', () => {
    const { scripts } = JSON.parse(read('package.json'));
    for (const text of units.values()) {
      for (const command of valuesOf(text, 'ExecStart')) {
        const [, script = '', name = ''] = command.split(' ');
        expect(existsSync(script)).toBe(true);
        expect(scripts[name]).toBe(`node ${script} ${name}`);
      }
      const names = valuesOf(text, 'Environment').flatMap((line) =>
        line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
      );
      expect(unknownIn(names)).toEqual([]);
      for (const seconds of valuesOf(text, 'TimeoutStopSec'))
        expect(Number(seconds)).toBeGreaterThan(longestStopSeconds);
    }
    expect([...units.values()].flatMap((text) => valuesOf(text, 'ExecStart'))).toHaveLength(4);
  });
});
