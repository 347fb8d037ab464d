import { CalendarDays } from 'lucide-react';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { recipientGroups } from '../../../../shared/memories/memory-limits.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { plainFileName, saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { LetterText, Sheet } from '../../../ui/sheet.tsx';
import { useRecipients } from '../../people/recipients/queries.ts';
import { ApprovalBadge, HeldReason } from './approval.tsx';
import { DeletionSwitch } from './delete-on-death/deletion-switch.tsx';
import { JournalSwitch } from './journal-switch.tsx';
import { DeletedWhenIDie, type MemoryDay } from './memory-day.tsx';
import { MemoryFile } from './memory-file.tsx';
import { SeeItAs } from './see-it-as.tsx';

interface MemoryReadingProps {
  memory: Memory;
  day: MemoryDay | null | undefined;
}

/** A longer title than this would fill the page before the letter begins. */
const longTitle = 80;

export function MemoryReading({ memory, day }: MemoryReadingProps) {
  return (
    <article>
      <header className="mb-9 grid gap-3 print:mb-6">
        <p className="text-ink-soft" data-print="hidden">
          For {memory.deleteOnDeath ? 'you alone' : nameRecipient(memory.recipient)}
        </p>
        <h1 dir="auto" className={memory.title.length > longTitle ? 'text-heading' : 'text-display'}>
          {memory.title}
        </h1>
        <div data-print="hidden">
          {(day || !memory.deleteOnDeath) && <MemoryDayLine day={day} />}
          {memory.deleteOnDeath && <DeletedWhenIDie />}
        </div>
        {!memory.isApproved && <NotApproved memory={memory} />}
      </header>
      {memory.personalMessage && (
        <p
          dir="auto"
          className="print-letter mb-9 border-s-[1.5px] border-thread ps-5 font-serif text-letter whitespace-pre-wrap text-ink-soft italic"
        >
          {memory.personalMessage}
        </p>
      )}
      {memory.type === 'letter' ? (
        <Sheet className="print:min-h-0 print:border-0 print:p-0">
          <LetterText text={memory.content ?? ''} />
        </Sheet>
      ) : (
        <MemoryFile memory={memory} />
      )}
      {memory.type === 'letter' && !memory.deleteOnDeath && <JournalSwitch memory={memory} />}
      <DeletionSwitch memory={memory} />
      <Actions memory={memory} day={day} />
    </article>
  );
}

/** Keeps its height while the day is not known. */
function MemoryDayLine({ day }: { day: MemoryDay | null | undefined }) {
  const tone = day ? 'text-ink' : 'text-ink-soft';
  return (
    <p className={`flex min-h-6.5 items-start gap-2 ${tone}`}>
      {day !== undefined && (
        <>
          <CalendarDays aria-hidden="true" className="mt-1 size-5 flex-none text-gold" strokeWidth={1.5} />
          <span className="min-w-0 text-balance lining-nums">
            {day ? `${day.to}, ${day.when}` : 'No day yet'}
          </span>
        </>
      )}
    </p>
  );
}

/** 'Maya Alvarez', or 'your children'. */
function nameRecipient(recipient: string): string {
  return recipientGroups.some((group) => group === recipient) ? `your ${recipient}` : recipient;
}

function NotApproved({ memory }: { memory: Memory }) {
  return (
    <div className="grid justify-items-start gap-2" data-print="hidden">
      <ApprovalBadge approval={memory.approval} />
      {memory.heldReason ? (
        <HeldReason memory={memory} />
      ) : (
        <p className="text-small text-ink-soft">
          We are checking it.{!memory.deleteOnDeath && ' You can choose its day as soon as that is done.'}
        </p>
      )}
    </div>
  );
}

function Actions({ memory, day }: MemoryReadingProps) {
  const { id, type, fileUrl } = memory;
  const people = useNamed(memory);
  const text = buttonClasses({ variant: 'text' });
  return (
    <div
      data-print="hidden"
      className="mt-10 flex flex-wrap items-center gap-x-7 gap-y-1 border-t border-line pt-4"
    >
      <ButtonLink variant="text" href={`/upload?edit=${id}`}>
        Edit
      </ButtonLink>
      {memory.isApproved && !memory.deleteOnDeath && (
        <ButtonLink
          variant="text"
          href={day?.scheduleId ? `/schedule?change=${day.scheduleId}` : `/schedule?memory=${id}`}
        >
          {nameDayAction(day)}
        </ButtonLink>
      )}
      {!memory.deleteOnDeath && <SeeItAs memoryId={id} people={people} size="medium" />}
      {type === 'letter' && (
        <Button variant="text" onPress={() => window.print()}>
          Print
        </Button>
      )}
      {fileUrl ? (
        <a href={`${fileUrl}&download=1`} download="" className={text}>
          Download
        </a>
      ) : (
        <Button variant="text" onPress={() => saveLetter(memory)}>
          Download
        </Button>
      )}
    </div>
  );
}

/** The person in the address book it is for, or else the one with that name. */
function useNamed({ recipient, recipientId }: Memory): Recipient[] {
  const { data: recipients = [] } = useRecipients();
  const person = recipients.find(({ id }) => id === recipientId);
  if (person) return [person];
  return recipients.filter((each) => fullNameOf(each) === recipient);
}

function nameDayAction(day: MemoryDay | null | undefined): string {
  if (day?.scheduleId) return 'Change its day';
  return day ? 'Choose another day' : 'Choose its day';
}

function saveLetter({ title, content }: Memory): void {
  const text = new Blob([`${title}\n\n${content ?? ''}\n`], { type: 'text/plain;charset=utf-8' });
  saveFile(text, `${plainFileName(title) || 'letter'}.txt`);
}
