/** Sends what the server does not have yet; resolves once the request has succeeded or failed. */
type SendDraft = () => Promise<void>;

const openDrafts = new Set<SendDraft>();

/** Lets `sendOpenDrafts` send this draft as well; returns the function that ends this. */
export function addOpenDraft(send: SendDraft): () => void {
  openDrafts.add(send);
  return () => openDrafts.delete(send);
}

/** Sends the drafts of all open screens; resolves once every request has succeeded or failed. */
export async function sendOpenDrafts(): Promise<void> {
  await Promise.allSettled([...openDrafts].map((send) => send()));
}
