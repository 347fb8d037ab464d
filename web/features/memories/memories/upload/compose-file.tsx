import { type FormEvent, useState } from 'react';
import type { FileMemoryType } from '../../../../../shared/memories/memories.ts';
import { enterSecondStep, useSecondStep } from '../../../../lib/second-step.ts';
import { Card } from '../../../../ui/card.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { UnsentRecordings } from '../recording/recording.ts';
import { CompareMemory } from './compare-memory.tsx';
import { type Composer, type ComposerSubject, useComposer } from './composer.ts';
import { ComposerBar } from './composer-bar.tsx';
import { DetailsStep } from './details-fields.tsx';
import { FileChoice } from './file-choice.tsx';
import { FilePreview } from './file-preview.tsx';
import { BegunUploads, useIsBegun } from './in-pieces/begun-uploads.tsx';
import { LimitNotice, RestoredNotice } from './notices.tsx';
import { useResumedRecording } from './resumed-recording.ts';
import { SeveralPhotos } from './several/several-photos.tsx';

const steps = ['Select File', 'Add Details', 'Upload'];

interface ComposeFileProps extends ComposerSubject {
  type: FileMemoryType;
}

export function ComposeFile(subject: ComposeFileProps) {
  const composer = useComposer(subject);
  const { file, setFile, existing, sending, stale } = composer;
  const isSending = sending.state.step !== 'idle';
  const [several, setSeveral] = useState<readonly File[] | null>(null);
  useSecondStep((isSecond) => {
    if (isSecond || isSending) return;
    setFile(null);
    setSeveral(null);
  });
  if (stale.current) return <CompareMemory composer={composer} current={stale.current} />;
  const isChosen = file !== null || existing !== null;
  if (several) {
    const { ownerId, values: initial } = composer;
    return <SeveralPhotos ownerId={ownerId} files={several} initial={initial} onSent={composer.discard} />;
  }

  function chooseSeveral(files: File[]) {
    enterSecondStep();
    setSeveral(files);
  }

  return (
    <>
      <ComposerBar
        steps={steps}
        current={isSending ? 2 : Number(isChosen)}
        draftStatus={composer.draftStatus}
        isChange={existing !== null}
      />
      <LimitNotice composer={composer} />
      <RestoredNotice composer={composer} />
      <div className="mx-auto max-w-letter">
        {isChosen ? (
          <ChosenFile composer={composer} type={subject.type} />
        ) : (
          <FileSource composer={composer} type={subject.type} onChooseSeveral={chooseSeveral} />
        )}
      </div>
    </>
  );
}

interface FileSourceProps {
  composer: Composer;
  type: FileMemoryType;
  onChooseSeveral: (files: File[]) => void;
}

/** Offers to choose a file, to record one, or to resume an unsent recording. */
function FileSource({ composer, type, onChooseSeveral }: FileSourceProps) {
  const { ownerId, setFile } = composer;
  const { isLoading, resume } = useResumedRecording(ownerId, setFile);
  const isBegun = useIsBegun(ownerId);
  if (isLoading) {
    return (
      <SkeletonArea label="Getting your recording ready">
        <Skeleton className="h-120" />
      </SkeletonArea>
    );
  }
  return (
    <>
      {type !== 'photo' && (
        <UnsentRecordings ownerId={ownerId} kind={type} isHidden={isBegun} onUse={resume} />
      )}
      <BegunUploads ownerId={ownerId} type={type} />
      <FileChoice
        ownerId={ownerId}
        type={type}
        onChoose={setFile}
        onChooseSeveral={type === 'photo' ? onChooseSeveral : undefined}
      />
    </>
  );
}

function ChosenFile({ composer, type }: { composer: Composer; type: FileMemoryType }) {
  const { submit, sending } = composer;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    submit();
  }

  return (
    <Card padding="none">
      <FilePreview composer={composer} type={type} isLocked={sending.state.step !== 'idle'} />
      <form noValidate className="p-4 pt-6 md:p-9" onSubmit={handleSubmit}>
        <DetailsStep
          composer={composer}
          buttons={(submit) => <div className="flex justify-end">{submit}</div>}
        />
      </form>
    </Card>
  );
}
