/** A single page of labelled facts, such as a receipt. */
import type { Faces } from './faces.ts';
import { setText } from './section-flow.ts';
import { column, columnLeft, newPage, type Page, type StyleName, styles } from './sheet.ts';

export interface OnePage {
  author: string;
  title: string;
  madeAt: Date;
  facts: readonly { label: string; value: string }[];
  /** Shown below them, one paragraph each. */
  notes: readonly string[];
}

const labelWidth = 92;
const spaceBeforeNote = 10;

/** What does not fit on the page is omitted. */
export function layOutOnePage({ author, title, facts, notes }: OnePage, faces: Faces): Page {
  const page = newPage(1);
  const left = columnLeft(page.number);
  let y: number = column.firstBaseline;

  /** Returns the y after the last line. */
  function put(text: string, style: StyleName, { x = left, from = y, width = column.width } = {}): number {
    let at = from;
    for (const line of setText(text, style, faces, width)) {
      if (at <= column.lastBaseline) page.lines.push({ line, style, x, y: at });
      at += styles[style].leading;
    }
    return at;
  }

  y = put(author, 'note');
  page.threads.push({ x: left, y: y - 4 });
  y = put(title, 'chapter', { from: y + 30 }) + 12;
  for (const { label, value } of facts) {
    const x = left + labelWidth;
    const afterLabel = put(label, 'note', { width: labelWidth - 8 });
    y = Math.max(afterLabel, put(value, 'body', { x, width: column.width - labelWidth })) + 4;
  }
  for (const note of notes) y = put(note, 'note', { from: y + spaceBeforeNote });
  return page;
}
