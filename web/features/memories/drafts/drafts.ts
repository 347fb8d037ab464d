/** What other features may use of drafts, besides the queries. */
export { DraftNotice } from './draft-notice.tsx';
export type { ServerDraft } from './stored-draft.ts';
export { draftKey, newerDraft, readDraft } from './stored-draft.ts';
export type { DraftStatus } from './use-draft.ts';
export { useDraft } from './use-draft.ts';
