import { someoneElse } from '../memory-values.ts';

/** The page that says that a memory is kept, and asks for its day. `recipientId` is empty if nobody from the address book is named. */
export function keptPath(memoryId: string, recipientId: string): string {
  const person = recipientId === someoneElse ? '' : recipientId;
  return `/upload?kept=${memoryId}${person && `&for=${person}`}`;
}
