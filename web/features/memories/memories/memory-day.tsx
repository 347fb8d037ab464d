import { MessageCircle, Trash2 } from 'lucide-react';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { listNames } from '../../../../shared/names.ts';
import { Link } from '../../../ui/link.tsx';

/** When a memory reaches its people. Only the schedules know that, and they belong to a higher layer, so pages get it passed in. */
export interface MemoryDay {
  /** 'Maya', 'Maya and Leo'. */
  to: string;
  /** The only person it reaches; absent for none, and for several. */
  onlyToId?: string | undefined;
  /** '4 May 2031', 'next 4 May 2031', 'after your death', 'delivered 4 May 2031'. */
  when: string;
  /** The only delivery that can still be changed; null for none, and for several. */
  scheduleId: string | null;
  /** Who of them wrote a few words back, by first name. */
  repliedBy?: readonly string[];
}

/** Null for a memory without a day; undefined while the schedules are not known. */
export type DayOf = (memoryId: string) => MemoryDay | null | undefined;

interface AddresseeAndDayProps {
  memory: Memory;
  day: MemoryDay | null | undefined;
}

/** 'To: Maya Alvarez · 4 May 2031'. If it reaches somebody else, or a group, it also says whom: 'To: children · Maya, 4 May 2031'. */
export function AddresseeAndDay({
  memory: { recipient, recipientId, deleteOnDeath },
  day,
}: AddresseeAndDayProps) {
  const text = day
    ? `${isNamed({ recipient, recipientId }, day) ? '' : `${day.to}, `}${day.when}`
    : 'No day yet';
  return (
    <p className="side-by-side text-[1.0625rem] leading-normal text-ink-soft">
      <span className="text-ink">To: {recipient}</span>
      {day !== undefined && (day || !deleteOnDeath) && (
        <span className="lining-nums">
          <i> · </i>
          {text}
        </span>
      )}
    </p>
  );
}

/** Whether 'To: …' already says whom it reaches. A typed name is compared with the first names of those people. */
function isNamed(
  { recipient, recipientId }: Pick<Memory, 'recipient' | 'recipientId'>,
  day: MemoryDay,
): boolean {
  if (recipientId !== null) return recipientId === day.onlyToId;
  return recipient === day.to || (day.onlyToId !== undefined && recipient.startsWith(`${day.to} `));
}

/** Links to the words, which are on the memory's page. */
export function WordsBackLine({ names, href }: { names: readonly string[]; href: string }) {
  if (names.length === 0) return null;
  return (
    <Link href={href} className="-my-2 inline-flex min-h-11 items-center gap-2 text-pine">
      <MessageCircle aria-hidden="true" className="size-5 flex-none" strokeWidth={1.5} />
      {listNames([...names])} wrote back
    </Link>
  );
}

/** Shown in place of a day: nobody gets it. */
export function DeletedWhenIDie() {
  return (
    <p className="flex min-h-6.5 items-start gap-2 text-ink-soft">
      <Trash2 aria-hidden="true" className="mt-1 size-5 flex-none" strokeWidth={1.5} />
      Deleted when you die
    </p>
  );
}
