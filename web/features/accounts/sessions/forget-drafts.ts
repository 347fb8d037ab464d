import { onCredentialsChange, readCredentials } from '../../../lib/api/credentials.ts';
import { forgetSentDrafts } from '../../../lib/sent-drafts.ts';

/** However the session ends, here or in another tab: what the server holds does not stay here. Returns the way to stop. */
export function forgetDraftsAtTheEnd(): () => void {
  return onCredentialsChange(() => {
    if (readCredentials().token === null) forgetSentDrafts(window.localStorage);
  });
}
