/** What every benchmark is made of: figures with their bars, rounds that take turns, medians. */

/** A measured figure beside the bar it has to reach; without one it only explains the others. */
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
  /** One line: what is held against what. */
  about: string;
  run(conditions: Conditions): Promise<Figure[]>;
}

/** How much is measured: the bars hold for the full scale, the quick one only shows that everything runs. */
interface Scale {
  quick: boolean;
  manyRows: number;
  fewRows: number;
}

export interface Conditions extends Scale {
  /** Where data folders lie that several benchmarks share; gone after the run. */
  folder: string;
}

export const fullScale: Scale = { quick: false, manyRows: 1_000_000, fewRows: 1_000 };
export const quickScale: Scale = { quick: true, manyRows: 20_000, fewRows: 1_000 };

export function isMet({ value, bar }: Figure): boolean {
  if (!bar) return true;
  return 'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value that `share` (0 to 1) of `values` do not exceed; in between two it is their weighted mean. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('There is no percentile of nothing');
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/** Runs `ours` and `baseline` in turn, `rounds` times, so that what else the machine does meets both alike. */
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

/** Waits until `look` says yes, asking every `everyMs`; throws with `what` after `seconds`. */
export async function until(
  look: () => Promise<boolean>,
  what: string,
  { seconds = 120, everyMs = 25 }: { seconds?: number; everyMs?: number } = {},
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await look())) {
    if (performance.now() > end) throw new Error(`Waited ${seconds} s in vain for ${what}`);
    await new Promise((resume) => setTimeout(resume, everyMs));
  }
}

export function rounded(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(3);
}
