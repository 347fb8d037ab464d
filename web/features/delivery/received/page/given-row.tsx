import { AudioLines, Feather, Film, Image, type LucideIcon, Package } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CameByPost, OpenedBefore, WaitingMemory } from '../../../../../shared/delivery/received.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';
import type { MemoryType } from '../../../../../shared/memory-types.ts';
import { Button } from '../../../../ui/button.tsx';
import { Link } from '../../../../ui/link.tsx';
import { nameOf } from '../cover/cover-labels.ts';
import { againLabels, firstLine, kindOf, whenItCame } from './page-labels.ts';
import type { Opening } from './use-opening.ts';

/** Opened before: its title, as a link to it. */
export function OpenedRow({ item, ownerFirstName }: { item: OpenedBefore; ownerFirstName: string }) {
  const { id, type, title, personalMessage, withdrawn, leftFor, reply } = item;
  const again = againLabels[type];
  if (withdrawn) {
    return (
      <Row title={title}>
        <p className="mt-0.5 text-small text-ink-soft">
          {ownerFirstName} decided not to share it any longer.
        </p>
      </Row>
    );
  }
  return (
    <Row
      title={title}
      act={
        <Link
          href={`#${id}`}
          aria-label={`${again}: ${title}`}
          className="-mt-1 inline-flex min-h-11 items-center justify-self-start print:hidden"
        >
          {again}
        </Link>
      }
    >
      <Kind icon={icons[type]}>{kindOf(item)}</Kind>
      {personalMessage && (
        <p className="mt-0.5 font-serif text-base text-ink-soft italic">
          <bdi>{firstLine(personalMessage)}</bdi>
        </p>
      )}
      {leftFor && <p className="mt-0.5 text-small text-ink-soft">It was for {leftFor}, who has died.</p>}
      {reply && (
        <p className="mt-0.5 text-small text-ink-soft">
          You wrote: <bdi>{firstLine(reply.text)}</bdi>
        </p>
      )}
    </Row>
  );
}

/** Still closed, and not the newest: its kind, and a button that opens it. */
export function ClosedRow({ item, opening }: { item: WaitingMemory; opening: Opening }) {
  const name = nameOf(item);
  const failure = opening.failure?.id === item.id ? opening.failure.text : undefined;
  return (
    <Row
      title={capitalized(name)}
      act={
        <Button
          variant="text"
          aria-label={`Open ${name}`}
          className="-mt-1 justify-self-start print:hidden"
          isPending={opening.id === item.id}
          pendingLabel="Opening"
          onPress={() => opening.open(item.id)}
        >
          Open
        </Button>
      }
    >
      <Kind icon={icons[item.type]}>still closed</Kind>
      <p role="alert" className="mt-1 font-medium text-rose empty:hidden">
        {failure}
      </p>
    </Row>
  );
}

/** It came by post: there is nothing to open here. */
export function CameRow({ item }: { item: CameByPost }) {
  return (
    <Row title={item.title}>
      <Kind icon={Package}>{whenItCame(item)}</Kind>
    </Row>
  );
}

function Row({ title, act, children }: { title: string; act?: ReactNode; children: ReactNode }) {
  return (
    <li className="grid grid-cols-1 items-start gap-x-6 border-b border-line py-3.5 first:pt-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="text-title">
          <bdi>{title}</bdi>
        </h2>
        {children}
      </div>
      {act}
    </li>
  );
}

function Kind({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="mt-0.5 flex items-start gap-2 text-small text-ink-soft">
      <Icon aria-hidden="true" className="mt-0.5 size-5 flex-none text-gold" strokeWidth={1.5} />
      {children}
    </p>
  );
}

const icons: Readonly<Record<MemoryType, LucideIcon>> = {
  letter: Feather,
  photo: Image,
  video: Film,
  audio: AudioLines,
};
