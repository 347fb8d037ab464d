import { useState } from 'react';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import {
  enterSecondStep,
  isSecondStep,
  leaveSecondStep,
  useSecondStep,
} from '../../../../lib/second-step.ts';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { type ServerDraft, sheetOf } from '../drafts/drafts.ts';
import { type ServerDrafts, useServerDrafts } from '../drafts/queries.ts';
import { CompareMemory, SetAsideNotice } from './compare-memory.tsx';
import { ComposeFile } from './compose-file.tsx';
import { useAddressee } from './compose-path.ts';
import { type ComposerSubject, useComposer } from './composer.ts';
import { ComposerBar } from './composer-bar.tsx';
import { LetterDetails } from './letter-details.tsx';
import { LetterSheet } from './letter-sheet.tsx';
import { changesKind } from './memory-values.ts';
import { useNewSheet } from './new-sheet.ts';
import { LimitNotice } from './notices.tsx';

/** The composer for a new or existing memory, with its draft from any device. */
export function Compose(props: Omit<ComposerSubject, 'sheet' | 'addressee'> & { ownerId: string }) {
  const drafts = useServerDrafts();
  const addressee = useAddressee();
  if (!drafts.isSettled || addressee === undefined) return <ComposeSkeleton />;
  const { existing, ...rest } = props;
  if (existing) {
    return <ComposeChanges {...rest} existing={existing} addressee={addressee} drafts={drafts} />;
  }
  return <ComposeNew {...rest} addressee={addressee} drafts={drafts} />;
}

interface ComposeProps extends Omit<ComposerSubject, 'sheet' | 'existing'> {
  ownerId: string;
  drafts: ServerDrafts;
}

function ComposeNew({ ownerId, drafts, ...subject }: ComposeProps) {
  const sheet = useNewSheet(subject.type, ownerId, drafts);
  return <ComposeType key={sheet.key} {...subject} existing={null} sheet={sheet} onBegun={sheet.onBegun} />;
}

function ComposeChanges({ ownerId, drafts, existing, ...subject }: ComposeProps & { existing: Memory }) {
  const [chosen, choose] = useState<ServerDraft<unknown> | null>(null);
  const sheet = sheetOf(changesKind(existing.id), ownerId, drafts, chosen, choose);
  return <ComposeType key={sheet.key} {...subject} existing={existing} sheet={sheet} />;
}

function ComposeType({ type, ...subject }: ComposerSubject) {
  if (type === 'letter') return <ComposeLetter {...subject} type={type} />;
  return <ComposeFile {...subject} type={type} />;
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

function ComposeLetter(subject: ComposerSubject) {
  const composer = useComposer(subject);
  const isBlank = composer.values.content.trim() === '';
  const isSending = composer.sending.state.step !== 'idle';
  const [isWritten, setWritten] = useState(() => isSecondStep() && !isBlank);
  useSecondStep((isSecond) => {
    if (!isSending) setWritten(isSecond);
  });
  const { current } = composer.stale;
  // Whatever is kept, this returns to the letter itself.
  if (current && isWritten) setWritten(false);
  if (current) return <CompareMemory composer={composer} current={current} />;

  function goOn() {
    enterSecondStep();
    setWritten(true);
  }

  function goBack() {
    setWritten(false);
    void leaveSecondStep();
  }

  return (
    <>
      <ComposerBar
        steps={steps}
        current={isSending ? 2 : Number(isWritten)}
        draftStatus={composer.draftStatus}
        isChange={subject.existing !== null}
      />
      <LimitNotice composer={composer} />
      {isWritten ? (
        <LetterDetails composer={composer} isBlank={isBlank} onBack={goBack} />
      ) : (
        <>
          <SetAsideNotice composer={composer} />
          <LetterSheet composer={composer} onContinue={isBlank ? undefined : goOn} />
        </>
      )}
    </>
  );
}
