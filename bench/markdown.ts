import { cpus, release, totalmem, type } from 'node:os';
import { type Figure, isMet, rounded } from './harness.ts';

export interface Measured {
  name: string;
  about: string;
  figures: readonly Figure[];
}

/** The results as a page: on which machine, with which versions, against which targets. */
export function markdownOf(
  measured: readonly Measured[],
  versions: Readonly<Record<string, string>>,
): string {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'an unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}`;
  const used = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const rows = measured.flatMap(({ figures }) => figures.map(rowOf));
  return `# Benchmarks

Written by \`npm run bench -- --markdown\` on ${new Date().toISOString().slice(0, 10)}. Each ratio is ours to a baseline that was measured in the same run, by turns, so that it
says the same on another machine; times and rates hold for this one. A figure without a bar explains the ones around it.

- Machine: ${machine}
- Versions: ${used.join(', ')}

## What is compared

${measured.map(({ name, about }) => `- \`${name}\`: ${about}`).join('\n')}

## Figures

| | figure | bar | | |
|---|---:|---:|---|---|
${rows.join('\n')}
`;
}

function rowOf(figure: Figure): string {
  const { name, value, unit, bar, details = '' } = figure;
  const wanted = bar ? ('atMost' in bar ? `≤ ${bar.atMost}` : `≥ ${bar.atLeast}`) : '';
  const verdict = bar ? (isMet(figure) ? 'met' : '**missed**') : '';
  const shown = unit === 'ratio' ? rounded(value) : `${rounded(value)} ${unit}`;
  return `| ${name} | ${shown} | ${wanted} | ${verdict} | ${details} |`;
}
