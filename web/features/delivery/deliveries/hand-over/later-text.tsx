import { formatDay } from '../../../../../shared/dates.ts';
import type { LaterDelivery } from '../../../../../shared/delivery/hand-over.ts';
import { nameSome } from '../../../../../shared/in-words.ts';

/** The title, whom it is for, and when it would come. */
export function LaterText({ later: { title, recipients, plannedFor } }: { later: LaterDelivery }) {
  const whom = recipients.length > 0 ? `For ${nameSome(recipients)}` : 'For nobody yet';
  const when = plannedFor ? `planned for ${formatDay(plannedFor)}` : 'after your death';
  return (
    <>
      <span className="block font-serif text-lead leading-snug">{title}</span>
      <span className="block text-ink-soft">
        {whom}, {when}
      </span>
    </>
  );
}
