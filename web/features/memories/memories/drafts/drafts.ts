/** What other features may use of drafts, besides the queries. */
export { DraftNotice, NoticeLine } from './draft-notice.tsx';
export type { DraftStatus } from './draft-status.ts';
export { type DraftText, describePlace } from './draft-text.ts';
export { ChoiceDialog, KeptBeside } from './kept-beside.tsx';
export { useLetGo } from './let-go.ts';
export {
  type BegunDraft,
  listBegun,
  newSheet,
  newSheetId,
  type Sheet,
  sheetOf,
  useSheetOf,
} from './sheet.ts';
export type { ServerDraft } from './stored-draft.ts';
export { pathOf } from './stored-draft.ts';
export { useDraft } from './use-draft.ts';
