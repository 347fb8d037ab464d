/** Prepares text for setting: the face of each character, its direction, and the width of each stretch. */
import bidiFactory from 'bidi-js/dist/bidi.mjs';
import type { Face, FaceStyle, Faces } from './faces.ts';

const bidi = bidiFactory();
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

export interface TextStyle {
  face: FaceStyle;
  /** In points. */
  size: number;
  /** A last line shorter than this share of the column looks stranded. */
  lastLineShare: number;
}

export interface Paragraph {
  text: string;
  style: TextStyle;
  isRightToLeft: boolean;
  /** One entry for every code unit of the text. */
  faces: readonly Face[];
  levels: Uint8Array;
  mirrored: ReadonlyMap<number, string>;
  lastResort: () => Face;
}

/** A stretch of text in one face and one direction. */
export interface Run {
  text: string;
  face: Face;
  /** In points. */
  width: number;
}

/** One paragraph, without line breaks. */
export function readParagraph(source: string, style: TextStyle, faces: Faces): Paragraph {
  const text = source
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed();
  const embedding = bidi.getEmbeddingLevels(text);
  return {
    text,
    style,
    isRightToLeft: ((embedding.paragraphs[0]?.level ?? 0) & 1) === 1,
    faces: chooseFaces(text, style.face, faces),
    levels: embedding.levels,
    mirrored: bidi.getMirroredCharactersMap(text, embedding.levels),
    lastResort: faces.lastResort,
  };
}

function chooseFaces(text: string, style: FaceStyle, faces: Faces): Face[] {
  const chosen: Face[] = [];
  let before: Face | undefined;
  for (const { segment } of characters.segment(text)) {
    before = faces.choose(segment, style, before);
    for (let unit = 0; unit < segment.length; unit += 1) chosen.push(before);
  }
  return chosen;
}

/** The width in points of the text from `start` to `end` on a single line. */
export function measure(paragraph: Paragraph, start: number, end: number): number {
  return readRuns(paragraph, start, end).reduce((sum, { width }) => sum + width, 0);
}

/** The runs from `start` to `end` in visual order, from left to right. */
export function orderRuns(paragraph: Paragraph, start: number, end: number): Run[] {
  const runs = readRuns(paragraph, start, end);
  const levels = runs.map(({ level }) => level);
  const lowestOdd = Math.min(...levels.filter((level) => level % 2 === 1));
  for (let level = Math.max(0, ...levels); level >= lowestOdd; level -= 1) reverseStretches(runs, level);
  return runs;
}

interface LeveledRun extends Run {
  level: number;
}

/** Rule L2 of the bidirectional algorithm (UAX 9), applied to whole runs. */
function reverseStretches(runs: LeveledRun[], level: number): void {
  let first = 0;
  while (first < runs.length) {
    let after = first;
    while (after < runs.length && (runs[after]?.level ?? 0) >= level) after += 1;
    runs.splice(first, after - first, ...runs.slice(first, after).reverse());
    first = after + 1;
  }
}

function readRuns(paragraph: Paragraph, start: number, end: number): LeveledRun[] {
  const runs: LeveledRun[] = [];
  let first = start;
  for (let at = start + 1; at <= end; at += 1) {
    const goesOn =
      at < end && paragraph.faces[at] === paragraph.faces[first] && sameLevel(paragraph, at, first);
    if (goesOn) continue;
    const face = paragraph.faces[first];
    if (face) runs.push(readRun(paragraph, face, first, at));
    first = at;
  }
  return runs;
}

function sameLevel({ levels }: Paragraph, one: number, other: number): boolean {
  return levels[one] === levels[other];
}

const strongRightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

function readRun(paragraph: Paragraph, face: Face, start: number, end: number): LeveledRun {
  const level = paragraph.levels[start] ?? 0;
  let text = '';
  for (let at = start; at < end; at += 1) text += paragraph.mirrored.get(at) ?? paragraph.text[at];
  // The shaper reverses runs of a right-to-left script; characters without a script are reversed here.
  if (level % 2 === 1 && !strongRightToLeft.test(text)) text = [...text].reverse().join('');
  return { ...shape(text, face, paragraph), level };
}

/**
 * A run that its face fails to shape is set in the last face, which has no shaping rules: no text may stop a
 * document.
 */
function shape(text: string, face: Face, { style, lastResort }: Paragraph): Run {
  try {
    return { text, face, width: emsOf(text, face) * style.size };
  } catch {
    return { text, face: lastResort(), width: emsOf(text, lastResort()) * style.size };
  }
}

const widths = new WeakMap<Face, Map<string, number>>();

function emsOf(text: string, face: Face): number {
  const known = widths.get(face) ?? new Map<string, number>();
  widths.set(face, known);
  const ems = known.get(text) ?? face.font.layout(text).advanceWidth / face.font.unitsPerEm;
  known.set(text, ems);
  return ems;
}
