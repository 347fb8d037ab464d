/** Sends to the server what it does not have yet; resolves when it has answered, or will not answer. */
type SendDraft = () => Promise<void>;

const senders = new Set<SendDraft>();

/** Runs `send` before a sign-out that somebody asks for; returns the way to stop. */
export function beforeSignOut(send: SendDraft): () => void {
  senders.add(send);
  return () => senders.delete(send);
}

/** Resolves when the server has answered to all that is being written, or will not answer. */
export async function sendDrafts(): Promise<void> {
  await Promise.allSettled([...senders].map((send) => send()));
}
