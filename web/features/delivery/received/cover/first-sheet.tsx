import { formatDate } from '../../../../../shared/dates.ts';
import type { ReceivedMemories } from '../../../../../shared/delivery/received.ts';
import { isWritten } from '../../../../../shared/memory-types.ts';

interface FirstSheetProps {
  received: ReceivedMemories;
  timeZone: string;
}

/** The beginning of the letter as it comes out of the envelope: the real letter, not a picture of one. */
export function FirstSheet({ received: { ownerName, memories }, timeZone }: FirstSheetProps) {
  const [first] = memories;
  if (!first || !isWritten(first.type)) return null;
  return (
    <>
      <p className="envelope-dateline">
        {ownerName}
        {first.createdAt && `, ${formatDate(first.createdAt, timeZone)}`}
      </p>
      <p className="envelope-title">{first.title}</p>
      <p className="whitespace-pre-wrap">{first.content?.slice(0, 300)}</p>
    </>
  );
}
