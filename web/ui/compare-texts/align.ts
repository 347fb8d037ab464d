export type Weight = (left: string, right: string) => number;

export type Pair = [string | null, string | null];

/** The pairs, in order, with the greatest sum of weights; a text that matches nothing is alone. */
export function align(one: string[], other: string[], weight: Weight, maxCells: number): Pair[] {
  const [start, end] = commonEnds(one, other);
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  return [
    ...samePairs(one.slice(0, start)),
    ...alignRest(left, right, weight, maxCells),
    ...samePairs(tail(one, end)),
  ];
}

function tail(texts: string[], count: number): string[] {
  return texts.slice(texts.length - count);
}

function samePairs(texts: string[]): Pair[] {
  return texts.map((text) => [text, text]);
}

/** How many texts are the same at the beginning and at the end. */
function commonEnds(one: string[], other: string[]): [number, number] {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [start, end];
}

function alignRest(left: string[], right: string[], weight: Weight, maxCells: number): Pair[] {
  if (left.length * right.length > maxCells) return alone(left, right);
  const weights = left.map((text) => right.map((candidate) => weight(text, candidate)));
  const best = bestSums(weights, left.length, right.length);
  const pairs: Pair[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const here = weights[i]?.[j] ?? 0;
    const sum = best[i]?.[j] ?? 0;
    if (here > 0 && sum === here + (best[i + 1]?.[j + 1] ?? 0)) {
      pairs.push([left[i] ?? null, right[j] ?? null]);
      i += 1;
      j += 1;
    } else if (sum === (best[i + 1]?.[j] ?? 0)) {
      pairs.push([left[i] ?? null, null]);
      i += 1;
    } else {
      pairs.push([null, right[j] ?? null]);
      j += 1;
    }
  }
  return [...pairs, ...alone(left.slice(i), right.slice(j))];
}

function alone(left: string[], right: string[]): Pair[] {
  return [...left.map((text): Pair => [text, null]), ...right.map((text): Pair => [null, text])];
}

/** For each pair of starting points, the greatest sum from there on. */
function bestSums(weights: number[][], rows: number, columns: number): Float64Array[] {
  const best = Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1));
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      const here = weights[i]?.[j] ?? 0;
      const paired = here > 0 ? here + at(best, i + 1, j + 1) : 0;
      const row = best[i];
      if (row) row[j] = Math.max(paired, at(best, i + 1, j), at(best, i, j + 1));
    }
  }
  return best;
}

function at(best: Float64Array[], i: number, j: number): number {
  return best[i]?.[j] ?? 0;
}
