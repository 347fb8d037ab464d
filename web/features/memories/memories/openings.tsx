import { formatDate } from '../../../../shared/dates.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';

interface OpeningsProps extends Pick<Memory, 'openings'> {
  timeZone: string;
}

/** When a member of staff looked at a memory, and why. */
export function Openings({ openings, timeZone }: OpeningsProps) {
  return openings.map(({ openedAt, reason }) => (
    <p key={openedAt} className="text-small text-ink-soft wrap-anywhere">
      A member of staff opened this on {formatDate(openedAt, timeZone)}. Reason: {reason}
    </p>
  ));
}
