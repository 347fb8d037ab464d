/**
 * `npm run bench` measures everything, `npm run bench -- api.me herd.claim` only these; `--quick` uses few
 * rows, just to see that everything runs; `--markdown` writes docs/benchmarks.md. Each benchmark has its own
 * process. The last line is all figures as JSON.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readToolOptions } from '../scripts/tool-options.ts';
import { findBinaries } from '../server/platform/postgres/binaries.ts';
import { adminPeople } from './admin.people.ts';
import { apiHealth } from './api.health.ts';
import { apiMe } from './api.me.ts';
import { apiMemoriesList } from './api.memories.list.ts';
import { apiRehearsal } from './api.rehearsal.ts';
import { auditVerify } from './audit.verify.ts';
import { authLogin } from './auth.login.ts';
import { billingWebhook } from './billing.webhook.ts';
import { careAvailability } from './care.availability.ts';
import { clockSkew } from './clock.skew.ts';
import { type Benchmark, type Figure, fullScale, isMet, quickScale, rounded } from './harness.ts';
import { herdArrears } from './herd.arrears.ts';
import { herdClaim } from './herd.claim.ts';
import { herdKill } from './herd.kill.ts';
import { herdMoment } from './herd.moment.ts';
import { herdRelease } from './herd.release.ts';
import { herdSmtp } from './herd.smtp.ts';
import { idleRss } from './idle.rss.ts';
import { imageThumbs } from './image.thumbs.ts';
import { type Measured, markdownOf } from './markdown.ts';
import { mediaRange } from './media.range.ts';
import { simulation } from './simulate.ts';
import { startCold } from './start.cold.ts';
import { startJoin } from './start.join.ts';
import { sweepIdle } from './sweep.idle.ts';
import { upload50MB } from './upload.50mb.ts';
import { uploadResume } from './upload.resume.ts';
import { webInp } from './web.inp.ts';
import { webLcp } from './web.lcp.ts';

const benchmarks: readonly Benchmark[] = [
  apiHealth,
  apiMe,
  authLogin,
  upload50MB,
  uploadResume,
  mediaRange,
  imageThumbs,
  apiMemoriesList,
  apiRehearsal,
  sweepIdle,
  startCold,
  startJoin,
  idleRss,
  herdClaim,
  herdSmtp,
  herdMoment,
  herdKill,
  clockSkew,
  herdRelease,
  herdArrears,
  auditVerify,
  billingWebhook,
  adminPeople,
  careAvailability,
  webInp,
  webLcp,
  simulation,
];

const usage = `Use: npm run bench -- [<name>…] [--quick] [--markdown]. There are: ${benchmarks.map(({ name }) => name).join(', ')}.`;

const { values: options, positionals: wanted } = readToolOptions(
  {
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      /** Writes docs/benchmarks.md too. */
      markdown: { type: 'boolean', default: false },
      /** Used between the two processes of a benchmark. */
      alone: { type: 'string' },
    },
  },
  usage,
);

async function main(): Promise<void> {
  const unknown = wanted.filter((name) => !benchmarks.some((each) => each.name === name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. ${usage}`);
    process.exit(2);
  }
  const folder = await mkdtemp(join(tmpdir(), 'long-after-bench-'));
  // As root, the embedded database runs under another account, which has to traverse this folder.
  await chmod(folder, 0o755);
  const all: Measured[] = [];
  const failed: string[] = [];
  try {
    for (const benchmark of benchmarks) {
      if (wanted.length > 0 && !wanted.includes(benchmark.name)) continue;
      console.log(`\n${benchmark.name}  (${benchmark.about})`);
      const figures = await runInProcess(benchmark, folder);
      for (const figure of figures ?? []) console.log(describe(figure));
      if (figures) all.push({ name: benchmark.name, about: benchmark.about, figures });
      else failed.push(benchmark.name);
    }
  } finally {
    // After a failed benchmark its programs may still be exiting.
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
  if (options.markdown && failed.length === 0) await writeFile(page, markdownOf(all, await versions()));
  summarise(all.flatMap(({ figures }) => figures));
  if (failed.length > 0) throw new Error(`Not measured: ${failed.join(', ')}`);
}

const page = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));

async function versions(): Promise<Record<string, string>> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  const ours = JSON.parse(text) as { version: string };
  const { version } = await findBinaries();
  return { 'Long After': ours.version, 'Node.js': process.versions.node, PostgreSQL: version };
}

/** Undefined if it failed, which must not lose what the others measured. */
async function runInProcess({ name }: Benchmark, folder: string): Promise<Figure[] | undefined> {
  const args = [
    ...process.execArgv,
    import.meta.filename,
    '--alone',
    folder,
    ...(options.quick ? ['--quick'] : []),
    name,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let figures: Figure[] | undefined;
  child.on('message', (message) => {
    figures = message as Figure[];
  });
  await once(child, 'exit');
  return figures;
}

async function runAlone(folder: string): Promise<void> {
  const benchmark = benchmarks.find(({ name }) => name === wanted[0]);
  if (!benchmark) throw new Error(`There is no benchmark ${wanted[0]}`);
  const figures = await benchmark.run({ folder, ...(options.quick ? quickScale : fullScale) });
  process.send?.(figures, () => process.exit());
}

function describe(figure: Figure): string {
  const { bar, details } = figure;
  const wantedOf = bar && ('atMost' in bar ? `<= ${bar.atMost}` : `>= ${bar.atLeast}`);
  const verdict = bar ? (isMet(figure) ? 'met' : 'MISSED') : '';
  const value = `${rounded(figure.value)}${figure.unit === 'ratio' ? '' : ` ${figure.unit}`}`;
  return `  ${figure.name.padEnd(28)} ${value.padStart(12)}  ${(wantedOf ?? '').padEnd(9)} ${verdict.padEnd(6)}  ${details ?? ''}`;
}

function summarise(figures: Figure[]): void {
  const missed = figures.filter((figure) => !isMet(figure));
  const judged = figures.filter(({ bar }) => bar).length;
  console.log(
    `\n${judged - missed.length} of ${judged} bars met${options.quick ? ' (quick: not the scale they hold for)' : ''}`,
  );
  console.log(
    JSON.stringify(figures.map((figure) => ({ ...figure, met: figure.bar ? isMet(figure) : null }))),
  );
  if (missed.length > 0 && !options.quick) process.exitCode = 1;
}

await (options.alone ? runAlone(options.alone) : main());
