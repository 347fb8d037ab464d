import { FileCheck } from 'lucide-react';
import { useRef } from 'react';
import { formatSize } from '../../../../lib/format-size.ts';
import { Button } from '../../../../ui/button.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { SideBySide } from '../../../../ui/side-by-side.tsx';
import type { SentProof, useProofUpload } from './proof-upload.ts';

interface ProofFilesProps {
  upload: ReturnType<typeof useProofUpload>;
  canTakeBack: boolean;
}

export function ProofFiles({ upload, canTakeBack }: ProofFilesProps) {
  const { sent, sending, outcome } = upload;
  const status = useRef<HTMLDivElement>(null);
  async function takeBack(proof: SentProof) {
    await upload.takeBack(proof);
    // The button that had the focus is gone.
    status.current?.focus();
  }

  return (
    <>
      {sending.map(({ key, name, sizeBytes, percent, cancel }) => (
        <ProgressBar
          key={key}
          label={name}
          percent={percent < 100 ? percent : undefined}
          note={
            percent < 100
              ? `${formatSize((sizeBytes * percent) / 100, 1024)} of ${formatSize(sizeBytes, 1024)}`
              : 'We are checking that it can be read.'
          }
          cancel={
            <Button variant="text" onPress={cancel}>
              Cancel
            </Button>
          }
        />
      ))}
      {sent.length > 0 && (
        <ul aria-label="What is with us" className="grid gap-2">
          {sent.map((proof) => (
            <SentFile
              key={proof.key}
              proof={proof}
              onTakeBack={canTakeBack ? () => takeBack(proof) : undefined}
            />
          ))}
        </ul>
      )}
      <div ref={status} role="status" tabIndex={-1} className="outline-none">
        {outcome && (
          <p className={outcome.isFault ? 'font-medium text-rose' : 'text-ink-soft'}>
            {outcome.text}{' '}
            {outcome.again && (
              <Button variant="text" onPress={outcome.again}>
                Try again
              </Button>
            )}
          </p>
        )}
      </div>
    </>
  );
}

interface SentFileProps {
  proof: SentProof;
  onTakeBack: (() => void) | undefined;
}

function SentFile({ proof: { name, sizeBytes, pages, preview }, onTakeBack }: SentFileProps) {
  const facts = [
    ...(pages === null ? [] : [pages === 1 ? '1 page' : `${pages} pages`]),
    `${formatSize(sizeBytes, 1024)}, received`,
  ];
  return (
    <li className="grid grid-cols-[--spacing(18)_minmax(0,1fr)] items-center gap-x-5 gap-y-1 rounded-choice border border-line bg-card p-3 pr-5 md:grid-cols-[4.5rem_minmax(0,1fr)_auto]">
      <div className="grid h-18 place-items-center overflow-hidden rounded-control border border-line bg-paper max-md:row-span-2 max-md:self-start">
        {preview ? (
          <img src={preview} alt="" className="h-full w-full object-cover" />
        ) : (
          <FileCheck aria-hidden="true" className="size-6 text-sage" />
        )}
      </div>
      <p className="wrap-anywhere">
        {name}
        <span className="block text-small text-ink-soft tabular-nums">
          <SideBySide>{facts}</SideBySide>
        </span>
      </p>
      {onTakeBack && (
        <Button variant="text" className="justify-self-start" onPress={onTakeBack}>
          Take this file back
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  );
}
