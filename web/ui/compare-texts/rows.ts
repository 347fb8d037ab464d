import type { BadgeProps } from '../badge.tsx';
import { compareParagraphs, compareText, type Row } from './compare.ts';

/** One of two versions of a text. */
export interface ComparedText {
  /** Where it comes from: "In your account". */
  heading: string;
  /** When it was written: "saved today at 10:42". */
  note: string;
  badge: Pick<BadgeProps, 'tone' | 'icon' | 'children'>;
  title: string;
  /** Its paragraphs, one per line. */
  text: string;
  /** Other named values that belong to it; shown if they differ. Both texts have the same names. */
  details?: readonly { name: string; text: string }[] | undefined;
  /** "Keep the one from here" */
  keepLabel: string;
}

export interface NamedRow extends Row {
  key: string;
  kind: 'title' | 'paragraph' | 'detail';
  /** The name of a detail. */
  name?: string | undefined;
}

export function rowsOf(one: ComparedText, other: ComparedText): NamedRow[] {
  const details = (one.details ?? []).flatMap(({ name, text }): NamedRow[] => {
    const beside = other.details?.find((detail) => detail.name === name)?.text ?? '';
    const row = compareText(text || null, beside || null);
    return text === beside ? [] : [{ ...row, key: name, kind: 'detail', name }];
  });
  const paragraphs = compareParagraphs(one.text, other.text).map(
    (row, index): NamedRow => ({ ...row, key: String(index), kind: 'paragraph' }),
  );
  const title = compareText(one.title || null, other.title || null);
  const titles: NamedRow[] = one.title || other.title ? [{ ...title, key: 'title', kind: 'title' }] : [];
  return [...titles, ...paragraphs, ...details];
}
