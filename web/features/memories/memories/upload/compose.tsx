import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { useServerDrafts } from '../../drafts/queries.ts';
import { useAskedPerson } from './asked-person.ts';
import { ComposeFile } from './compose-file.tsx';
import { ComposeLetter } from './compose-letter.tsx';
import type { ComposerSubject } from './composer.ts';
import { draftKind } from './memory-values.ts';

/** The composer for a new or existing memory, with its draft from any device. */
export function Compose({ type, ...rest }: Omit<ComposerSubject, 'stored' | 'addressee'>) {
  const drafts = useServerDrafts();
  const addressee = useAskedPerson();
  if (!drafts.isSettled || addressee === undefined) return <ComposeSkeleton />;
  const subject = { ...rest, addressee };
  const stored = drafts.find(draftKind(subject.existing ? { memoryId: subject.existing.id } : type));
  if (type === 'letter') return <ComposeLetter {...subject} type={type} stored={stored} />;
  return <ComposeFile {...subject} type={type} stored={stored} />;
}

export function ComposeSkeleton() {
  return (
    <SkeletonArea label="Loading this memory" className="grid gap-4 pt-5">
      <Skeleton className="h-11 w-80 max-w-full" />
      <Skeleton className="h-120" />
    </SkeletonArea>
  );
}
