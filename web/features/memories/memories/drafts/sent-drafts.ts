import { onCredentialsChange, readCredentials } from '../../../../lib/api/credentials.ts';

// Every page loads this file, so it knows only the storage format and none of the code that writes drafts.

export const draftKeyPrefix = 'draft:';

/** The end of a draft's stored text once the server holds the same values: see `local-draft.ts`. */
const sentSuffix = '"isSent":true}';

/** Deletes the local drafts that the server also holds. All others exist only here, and stay. */
export function deleteSentDrafts(storage: Pick<Storage, 'getItem' | 'removeItem'>): void {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(draftKeyPrefix) && storage.getItem(key)?.endsWith(sentSuffix)) storage.removeItem(key);
  }
}

/** From now on `deleteSentDrafts` runs whenever a session ends, in this tab or another. */
export function deleteSentDraftsOnSignOut(): void {
  onCredentialsChange(() => {
    if (readCredentials().token === null) deleteSentDrafts(window.localStorage);
  });
}
