import { align, type Pair, type Weight } from './align.ts';

/** A stretch of text, marked if it is in only one of the two texts. */
export interface Piece {
  text: string;
  /** Where it begins in the text. */
  start: number;
  isMarked: boolean;
}

/** A paragraph beside its counterpart in the other text; null if there is none. */
export interface Row {
  one: Piece[] | null;
  other: Piece[] | null;
  isSame: boolean;
}

/** If two paragraphs share fewer words than this, they are different ones, not one that was changed. */
const alike = 0.3;

/** The table of an alignment grows quadratically. Longer texts are not compared: all of their text is marked. */
const maxCellsOfParagraphs = 40_000;

const maxCellsOfWords = 1_000_000;

/** The paragraphs of two texts, in order, each beside its counterpart. Blank lines do not count. */
export function compareParagraphs(one: string, other: string): Row[] {
  const pairs = align(paragraphsOf(one), paragraphsOf(other), similarity, maxCellsOfParagraphs);
  return pairs.map(([left, right]) => compareText(left, right));
}

/** Compares one text with another, word by word. */
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

/** Includes the characters between words, so that together they make up the text. */
function wordsOf(text: string): string[] {
  return [...words.segment(text)].map(({ segment }) => segment);
}

const isEqual: Weight = (left, right) => (left === right ? 1 : 0);

/** The share of common words; 1 only for identical texts. */
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

/** One side of aligned words. A space between two marked words is marked too, so that a changed phrase is one mark. */
function piecesOf(pairs: Pair[], side: 0 | 1): Piece[] {
  const tokens = pairs
    .map((pair) => ({ text: pair[side] ?? '', isNew: pair[0] === null || pair[1] === null }))
    .filter(({ text }) => text !== '');
  const isSpace = (token: { text: string } | undefined) => token?.text.trim() === '';
  // If only spaces differ, they are marked.
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
