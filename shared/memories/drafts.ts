import { z } from 'zod';
import { ErrorBody } from '../errors.ts';
import { memoryTypes } from '../memory-types.ts';
import { Id, Instant, isStorable, notStorable } from '../values.ts';
import { maxDraftVersions, noDraftVersion } from './draft-versions.ts';
import { legacyQuestions } from './questions.ts';

/** For the content as JSON. */
const draftMaxBytes = 65_536;

/** Per owner. */
export const maxDrafts = 100;

const existingDraft = /^(memory|schedule):[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const answerDraft = /^legacy:(0|[1-9]\d?)$/;

const newDrafts: readonly string[] = [...memoryTypes, 'schedule', 'series', 'gift-order', 'note-to-contacts'];

/** Something new, the note to trusted contacts, changes to a memory or schedule, or the answer to a question. */
const DraftKind = z.string().refine(isDraftKind);

function isDraftKind(kind: string): boolean {
  if (newDrafts.includes(kind)) return true;
  const [, index] = answerDraft.exec(kind) ?? [];
  return index !== undefined ? Number(index) < legacyQuestions.length : existingDraft.test(kind);
}

/** Without an id it is the only draft stored under its kind. */
export const DraftParams = z.object({ kind: DraftKind, id: Id.optional() });
export type DraftName = z.output<typeof DraftParams>;

/** The versions that a sheet may delete: the one it has read, and those it has written without hearing whether they arrived. */
export const DraftVersions = z.array(Id).max(maxDraftVersions);

/** The versions that a sheet may replace. If none of its text is known to have arrived, that may be no draft at all. */
const ReplacedVersions = z.array(z.union([Id, z.literal(noDraftVersion)])).max(maxDraftVersions);

/** Without versions, whatever is there is deleted. */
export const DraftQuery = z.object({
  versions: z
    .string()
    .transform((list) => list.split(','))
    .pipe(DraftVersions)
    .optional(),
});

/** A lone surrogate, which PostgreSQL refuses, becomes U+FFFD. */
const DraftText = z
  .string()
  .refine(isStorable, notStorable)
  .overwrite((text) => text.toWellFormed());

const DraftContent = z.record(z.string().regex(/^[a-z]{1,40}$/i), DraftText);

/** The texts of a form, by field name. */
export const DraftForm = z.object({
  content: DraftContent.refine(fits, 'This draft is too long to be kept'),
  /** Without it, whatever is there is replaced, which is how pages of version 1.0 save. */
  basedOn: ReplacedVersions.optional(),
  /** The id of this version. The sheet chooses it, so that it recognises its own text if the response was lost. */
  version: Id.optional(),
});
export type DraftForm = z.output<typeof DraftForm>;

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
  /** The id of the sheet that it is written on; null for the one that is stored under its kind. */
  id: Id.nullable(),
  content: z.record(z.string(), z.string()),
  version: Id,
  /** Where it was last written, such as "Firefox on a phone". */
  device: z.string().nullable(),
  updatedAt: Instant,
});
export type Draft = z.input<typeof Draft>;

export const DraftList = z.array(Draft);

/** The draft was changed elsewhere since, or (if null) is gone: nothing was written. */
export const DraftRefusal = ErrorBody.extend({ current: Draft.nullable() });
export type DraftRefusal = z.input<typeof DraftRefusal>;
