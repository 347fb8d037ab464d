/** Building blocks of every benchmark: figures with their targets, interleaved rounds, medians. */

/** A measured figure with its target; without a target it only explains the others. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  bar?: { atMost: number } | { atLeast: number };
  /** What was divided by what, in words and figures. */
  details?: string;
}

export interface Benchmark {
  name: string;
  /** One line: what is compared with what. */
  about: string;
  run(conditions: Conditions): Promise<Figure[]>;
}

/** How much is measured: the targets apply at full scale; `quick` only shows that everything runs. */
interface Scale {
  quick: boolean;
  manyRows: number;
  fewRows: number;
}

export interface Conditions extends Scale {
  /** Contains data folders shared by several benchmarks; deleted after the run. */
  folder: string;
}

export const fullScale: Scale = { quick: false, manyRows: 1_000_000, fewRows: 1_000 };
export const quickScale: Scale = { quick: true, manyRows: 20_000, fewRows: 1_000 };

/** Ours divided by the baseline, with both in its details; `details` begins with their unit. */
export function ratio(
  name: string,
  { ours, baseline }: { ours: number; baseline: number },
  bar: Figure['bar'],
  details: string,
): Figure {
  const both = `${rounded(ours)} : ${rounded(baseline)} ${details}`;
  return { name, value: ours / baseline, unit: 'ratio', ...(bar && { bar }), details: both };
}

export function isMet({ value, bar }: Figure): boolean {
  if (!bar) return true;
  return 'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The quantile `share` (0 to 1) of `values`, interpolated linearly. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('There is no percentile of nothing');
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/** Alternates `ours` and `baseline`, `rounds` times, so that other load on the machine affects both equally. */
export async function interleave(
  rounds: number,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<{ ours: number; baseline: number; all: { ours: number[]; baseline: number[] } }> {
  const all = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    all.ours.push(await ours());
    all.baseline.push(await baseline());
  }
  return { ours: median(all.ours), baseline: median(all.baseline), all };
}

/** Milliseconds that `work` takes. */
export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Polls `look` every `everyMs` until it is true; throws, naming `what`, after `seconds`. */
export async function until(
  look: () => Promise<boolean>,
  what: string,
  { seconds = 120, everyMs = 25 }: { seconds?: number; everyMs?: number } = {},
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await look())) {
    if (performance.now() > end) throw new Error(`Still waiting for ${what} after ${seconds} s`);
    await new Promise((resume) => setTimeout(resume, everyMs));
  }
}

export function rounded(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(3);
}
