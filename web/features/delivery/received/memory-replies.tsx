import { formatDate } from '../../../../shared/dates.ts';
import type { MemoryReply } from '../../../../shared/delivery/received-acts.ts';
import { deviceTimeZone } from '../../../lib/device.ts';
import { Link } from '../../../ui/link.tsx';
import { useReplies } from './queries.ts';

/** What recipients of a memory wrote back about it, on its owner's page. Nothing while nobody has. */
export function MemoryReplies({ memoryId }: { memoryId: string }) {
  const { data: replies = [] } = useReplies(memoryId);
  if (replies.length === 0) return null;
  return (
    <section aria-labelledby="replies" className="mt-12">
      <h2 id="replies" className="text-heading">
        A few words back
      </h2>
      <ul>
        {replies.map((reply) => (
          <Reply key={reply.id} reply={reply} />
        ))}
      </ul>
    </section>
  );
}

function Reply({ reply: { recipientId, name, text, writtenAt, changedAt } }: { reply: MemoryReply }) {
  const day = (instant: string) => formatDate(instant, deviceTimeZone());
  return (
    <li className="mt-6 border-l-[1.5px] border-thread pl-5">
      <p className="text-small text-ink-soft">
        {recipientId ? <Link href={`/recipients/${recipientId}`}>{name}</Link> : name}, {day(writtenAt)}
        {changedAt && `, changed on ${day(changedAt)}`}
      </p>
      <blockquote className="mt-1 font-serif text-letter whitespace-pre-wrap">{text}</blockquote>
    </li>
  );
}
