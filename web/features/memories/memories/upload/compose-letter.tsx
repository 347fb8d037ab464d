import { useState } from 'react';
import type { ComposerSubject } from './composer.ts';
import { useComposer } from './composer.ts';
import { ComposerBar } from './composer-bar.tsx';
import { LetterDetails } from './letter-details.tsx';
import { LetterSheet } from './letter-sheet.tsx';
import { LimitNotice } from './limit-notice.tsx';

const steps = ['Write', 'Add Details', 'Upload'];

export function ComposeLetter(subject: ComposerSubject) {
  const composer = useComposer(subject);
  const [isWritten, setWritten] = useState(false);
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
        <LetterSheet composer={composer} onContinue={isBlank ? undefined : () => setWritten(true)} />
      )}
    </>
  );
}
