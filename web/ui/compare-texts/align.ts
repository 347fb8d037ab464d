/** A stretch of text; marked where it stands in one of the two texts only. */
export interface Piece {
  text: string;
  /** Where in the text it begins. */
  start: number;
  isMarked: boolean;
}

/** A paragraph beside the one that became of it in the other text; null where there is none. */
export interface Row {
  one: Piece[] | null;
  other: Piece[] | null;
  isSame: boolean;
}

/** Below this share of common words two paragraphs are two, not one that was changed. */
const alike = 0.3;

/** The table of an alignment grows with the square. What is longer is not compared: all of it is marked. */
const maxCellsOfParagraphs = 40_000;
const maxCellsOfWords = 1_000_000;

/** The paragraphs of two texts, in order, each beside its like. Blank lines are no paragraphs. */
export function compareParagraphs(one: string, other: string): Row[] {
  const pairs = align(paragraphsOf(one), paragraphsOf(other), similarity, maxCellsOfParagraphs);
  return pairs.map(([left, right]) => compareText(left, right));
}

/** One text beside another, word by word. */
export function compareText(one: string | null, other: string | null): Row {
  if (one === null || other === null) return { one: whole(one), other: whole(other), isSame: false };
  if (one === other) {
    const same = [{ text: one, start: 0, isMarked: false }];
    return { one: same, other: same, isSame: true };
  }
  const pairs = align(wordsOf(one), wordsOf(other), isEqual, maxCellsOfWords);
  return { one: piecesOf(pairs, 0), other: piecesOf(pairs, 1), isSame: false };
}

function whole(text: string | null): Piece[] | null {
  return text === null ? null : [{ text, start: 0, isMarked: true }];
}

function paragraphsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

const words = new Intl.Segmenter('und', { granularity: 'word' });

/** With what stands between them, so that together they are the text. */
function wordsOf(text: string): string[] {
  return [...words.segment(text)].map(({ segment }) => segment);
}

type Weight = (left: string, right: string) => number;

const isEqual: Weight = (left, right) => (left === right ? 1 : 0);

/** The share of common words, 1 for the same text only. */
const similarity: Weight = (one, other) => {
  if (one === other) return 1;
  const left = distinctWordsOf(one);
  const right = distinctWordsOf(other);
  const common = [...left].filter((word) => right.has(word)).length;
  const share = (2 * common) / (left.size + right.size);
  return share < alike ? 0 : share * 0.99;
};

function distinctWordsOf(text: string): Set<string> {
  return new Set(wordsOf(text.toLowerCase()).filter((word) => word.trim() !== ''));
}

type Pair = [string | null, string | null];

/** The pairs, in order, whose weights sum up to the most; what has a weight of 0 with each stands alone. */
function align(one: string[], other: string[], weight: Weight, maxCells: number): Pair[] {
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

/** How many are the same at the beginning and at the end. */
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

/** For each pair of beginnings the most that can follow from there on. */
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

/** One side of aligned words. A space between two marked words is marked with them, so that a changed phrase is one mark. */
function piecesOf(pairs: Pair[], side: 0 | 1): Piece[] {
  const tokens = pairs
    .map((pair) => ({ text: pair[side] ?? '', isNew: pair[0] === null || pair[1] === null }))
    .filter(({ text }) => text !== '');
  const isSpace = (token: { text: string } | undefined) => token?.text.trim() === '';
  // Where nothing but spaces differs, they are what is marked.
  const onlySpaces = tokens.every((token) => !token.isNew || isSpace(token));
  const pieces: Piece[] = [];
  let start = 0;
  for (const [index, token] of tokens.entries()) {
    const last = pieces.at(-1);
    const isMarked =
      isSpace(token) && !onlySpaces
        ? last?.isMarked === true && tokens[index + 1]?.isNew === true
        : token.isNew;
    if (last?.isMarked === isMarked) last.text += token.text;
    else pieces.push({ text: token.text, start, isMarked });
    start += token.text.length;
  }
  return pieces;
}
