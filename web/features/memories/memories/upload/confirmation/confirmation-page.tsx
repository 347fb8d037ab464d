import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import type { Memory } from '../../../../../../shared/memories/memories.ts';
import { fullNameOf } from '../../../../../../shared/names.ts';
import { ButtonLink } from '../../../../../ui/button-link.tsx';
import { Link } from '../../../../../ui/link.tsx';
import { Skeleton, SkeletonArea } from '../../../../../ui/skeleton.tsx';
import { useRecipients } from '../../../../people/recipients/queries.ts';
import { type DayOf, DeleteInstead, type MemoryDay, memoryPath, SeeItAs } from '../../memories.ts';
import { MissingMemory } from '../../missing-memory.tsx';
import { useMemories } from '../../queries.ts';
import { composePath } from '../compose-path.ts';
import { confirmationLabels, describeConfirmation, nameAddressee } from './confirmation-labels.ts';
import { ConfirmationSheet } from './confirmation-sheet.tsx';

/** Says that a memory is kept, and asks for its day. It describes the memory's present state, also after a reload. */
export function ConfirmationPage({ memoryId, dayOf }: { memoryId: string; dayOf: DayOf }) {
  const { data: memories, isPending, isFetching, refetch } = useMemories();
  const memory = memories?.find(({ id }) => id === memoryId);
  if (memory) return <Confirmation memory={memory} day={dayOf(memoryId)} />;
  if (isPending) return <ConfirmationSkeleton />;
  return (
    <MissingMemory
      isGone={memories !== undefined}
      headingLevel={2}
      back="Back to Share Memories"
      isRetrying={isFetching}
      onRetry={refetch}
    />
  );
}

function Confirmation({ memory, day }: { memory: Memory; day: MemoryDay | null | undefined }) {
  const person = useAddressee(memory);
  const labels = confirmationLabels[memory.type];
  const [href, label] = day ? ['/schedule#upcoming', 'See its day'] : nextStepOf(memory, person?.id);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Desk sheet={<ConfirmationSheet memory={memory} day={day} />}>
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-[clamp(2.375rem,4.6vw,3.75rem)] leading-[1.12] outline-none"
      >
        {labels.title}
      </h1>
      <p role="status" className="mt-4 max-w-[46ch] text-lead text-ink-soft">
        {describeConfirmation(memory, nameAddressee(memory.recipient, person?.firstName), day)}
      </p>
      <div className="mt-7 flex flex-wrap gap-3.5 max-md:flex-col">
        <ButtonLink href={href} size="large">
          {label}
        </ButtonLink>
        <ButtonLink href={composePath(memory.type, null)} variant="quiet" size="large">
          {labels.another}
        </ButtonLink>
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-x-5">
        <Link href={memoryPath(memory.id)} className="inline-flex min-h-11 items-center text-small">
          {labels.again}
        </Link>
        {!memory.deleteOnDeath && <SeeItAs memoryId={memory.id} people={person ? [person] : []} />}
        {day === null && !memory.deleteOnDeath && (
          <DeleteInstead memory={memory} label="Delete it when I die" />
        )}
      </div>
    </Desk>
  );
}

/** The person in the address book it is for: the one in the URL, or else the only one with that name. */
function useAddressee({ recipient, recipientId }: Memory) {
  const [search] = useSearchParams();
  const { data: recipients = [] } = useRecipients();
  const ofThatName = recipients.filter((person) => fullNameOf(person) === recipient);
  const named = recipients.find(({ id }) => id === recipientId);
  const asked = ofThatName.find(({ id }) => id === search.get('for'));
  return named ?? asked ?? (ofThatName.length === 1 ? ofThatName[0] : undefined);
}

/** Where a memory without a day leads next, and what the button says. */
function nextStepOf({ id, approval, deleteOnDeath }: Memory, recipientId?: string): [string, string] {
  if (approval === 'unreadable') return [`/upload?edit=${id}`, 'Replace the file'];
  if (approval === 'rejected') return [`/upload?edit=${id}`, 'Change it'];
  if (approval === 'in_review' || deleteOnDeath) return ['/', 'Done'];
  return [`/schedule?memory=${id}${recipientId ? `&for=${recipientId}` : ''}`, 'Choose its day'];
}

function Desk({ sheet, children }: { sheet: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-center gap-x-16 gap-y-5 pt-4 md:pt-8 md:min-h-120 md:grid-cols-[minmax(0,1fr)_22.125rem] lg:min-h-[calc(100dvh-8rem)] lg:grid-cols-[minmax(0,1fr)_32.5rem]">
      <div className="min-w-0">{children}</div>
      <div className="max-md:order-first">{sheet}</div>
    </div>
  );
}

function ConfirmationSkeleton() {
  return (
    <SkeletonArea label="Loading this memory" className="pt-4 md:pt-8">
      <Desk sheet={<Skeleton className="h-67 w-70 lg:h-92 lg:w-82" />}>
        <Skeleton className="h-16 w-96 max-w-full" />
        <Skeleton className="mt-4 h-24 max-w-120" />
      </Desk>
    </SkeletonArea>
  );
}
