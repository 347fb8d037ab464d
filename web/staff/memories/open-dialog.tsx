import { openingMinutes } from '../../../shared/memories/opening-minutes.ts';
import type { OpenedMemory, StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { sendReview } from './queries.ts';
import { thingWords } from './words.ts';

export function OpenDialog({ memory, onClose }: { memory: StaffMemory; onClose: () => void }) {
  const { owner, type } = memory;
  return (
    <ActDialog
      title={`Open the ${thingWords[type]}`}
      action="Open"
      what={`You may look at it for ${openingMinutes} minutes. ${owner.firstName} sees that it was opened, when, and why.`}
      reasonNote={`${owner.firstName} reads it, and it is kept in the audit log`}
      send={(reason) => sendReview<OpenedMemory>(memory, 'openings', reason)}
      onClose={onClose}
    />
  );
}
