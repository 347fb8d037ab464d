import { useState } from 'react';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { useServerDrafts } from '../../drafts/queries.ts';
import { CompareMemory, SetAsideNotice } from './compare-memory.tsx';
import { ComposeFile } from './compose-file.tsx';
import { useAskedPerson } from './compose-path.ts';
import { type ComposerSubject, useComposer } from './composer.ts';
import { ComposerBar } from './composer-bar.tsx';
import { LetterDetails } from './letter-details.tsx';
import { LetterSheet } from './letter-sheet.tsx';
import { draftKind } from './memory-values.ts';
import { LimitNotice } from './notices.tsx';

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

const steps = ['Write', 'Add Details', 'Upload'];

export function ComposeLetter(subject: ComposerSubject) {
  const composer = useComposer(subject);
  const [isWritten, setWritten] = useState(false);
  const { current } = composer.stale;
  // Whatever is kept, one comes back to the letter itself.
  if (current && isWritten) setWritten(false);
  if (current) return <CompareMemory composer={composer} current={current} />;
  const isBlank = composer.values.content.trim() === '';
  const isSending = composer.sending.state.step !== 'idle';
  return (
    <>
      <ComposerBar
        steps={steps}
        current={isSending ? 2 : Number(isWritten)}
        draftStatus={composer.draftStatus}
      />
      <LimitNotice limit={composer.limit} />
      {isWritten ? (
        <LetterDetails composer={composer} isBlank={isBlank} onBack={() => setWritten(false)} />
      ) : (
        <>
          <SetAsideNotice composer={composer} />
          <LetterSheet composer={composer} onContinue={isBlank ? undefined : () => setWritten(true)} />
        </>
      )}
    </>
  );
}
