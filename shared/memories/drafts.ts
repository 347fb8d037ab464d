import { z } from 'zod';
import { memoryTypes } from '../memory-types.ts';
import { Instant, isStorable, notStorable } from '../values.ts';
import { legacyQuestions } from './questions.ts';

/** Of the content as JSON. */
const draftMaxBytes = 65_536;

/** Of one owner. */
export const maxDrafts = 100;

const existingDraft = /^(memory|schedule):[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const answerDraft = /^legacy:(0|[1-9]\d?)$/;

const newDrafts: readonly string[] = [...memoryTypes, 'schedule', 'gift-order', 'note-to-contacts'];

/** Something new, the note to trusted contacts, changes to a memory or schedule, or the answer to a question. */
const DraftKind = z.string().refine(isDraftKind);

function isDraftKind(kind: string): boolean {
  if (newDrafts.includes(kind)) return true;
  const [, index] = answerDraft.exec(kind) ?? [];
  return index !== undefined ? Number(index) < legacyQuestions.length : existingDraft.test(kind);
}

export const DraftParams = z.object({ kind: DraftKind });

/** A lone surrogate, which PostgreSQL refuses, becomes U+FFFD. */
const DraftText = z
  .string()
  .refine(isStorable, notStorable)
  .overwrite((text) => text.toWellFormed());

const DraftContent = z.record(z.string().regex(/^[a-z]{1,40}$/i), DraftText);

/** The texts of a form, by field name. */
export const DraftForm = z.object({
  content: DraftContent.refine(fits, 'This draft is too long to be kept'),
});

function fits(content: Record<string, string>): boolean {
  return sizeBytes(JSON.stringify(content)) <= draftMaxBytes;
}

/** In UTF-8. */
function sizeBytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

export const Draft = z.object({
  kind: z.string(),
  content: z.record(z.string(), z.string()),
  updatedAt: Instant,
});
export type Draft = z.input<typeof Draft>;

export const DraftList = z.array(Draft);
