export interface DraftStatus {
  /** When it was last stored in this browser. */
  savedAtMs: number | null;
  /** This browser's storage is full or not allowed. */
  isFailing: boolean;
  /** The server does not have it yet. */
  isOnlyHere: boolean;
  /** Why the server does not take it at all, in its words. */
  refusal: string | null;
}

type Change = (before: DraftStatus) => DraftStatus;

/** What was typed is stored in this browser; null once nothing is stored any more. */
export function afterStoring(before: DraftStatus, savedAtMs: number | null): DraftStatus {
  return { ...before, savedAtMs, isFailing: false };
}

export const afterNotStoring: Change = (before) => ({ ...before, isFailing: true });

/** What was typed is to be sent. A browser that stores nothing does not have it either. */
export const afterQueuing: Change = (before) => ({
  ...before,
  isOnlyHere: before.isOnlyHere || !before.isFailing,
});

export const afterSending: Change = (before) => ({ ...before, isOnlyHere: false, refusal: null });

export function afterFailing(before: DraftStatus, refusal: string | null): DraftStatus {
  return { ...before, isOnlyHere: true, refusal };
}
