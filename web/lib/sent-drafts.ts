/** All that is known of drafts where nobody is signed in: kept apart, so that those pages load no more of them. */

export const draftKeyStart = 'draft:';

/** The end of a draft as `draft-keeper.ts` writes it once the server holds the same words. */
const sentEnd = '"isSent":true}';

/** Removes the drafts that the server holds word for word; the words of the others are nowhere else, and stay. */
export function forgetSentDrafts(storage: Pick<Storage, 'getItem' | 'removeItem'>): void {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(draftKeyStart) && storage.getItem(key)?.endsWith(sentEnd)) storage.removeItem(key);
  }
}
