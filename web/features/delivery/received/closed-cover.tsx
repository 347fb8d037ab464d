import type { ReceivedCover } from '../../../../shared/delivery/received.ts';
import { Button } from '../../../ui/button.tsx';
import { CoverPage } from './cover-page.tsx';
import { Envelope } from './envelope.tsx';

interface ClosedCoverProps {
  cover: ReceivedCover;
  isOpening: boolean;
  failure?: string | undefined;
  onOpen: () => void;
}

export function ClosedCover({ cover, isOpening, failure, onOpen }: ClosedCoverProps) {
  return (
    <CoverPage cover={cover}>
      <Envelope />
      <p className="max-w-[38ch] text-lead text-ink-soft">{describeCover(cover)}</p>
      {failure && (
        <p role="alert" className="max-w-[44ch] font-medium text-rose">
          {failure}
        </p>
      )}
      <Button size="large" className="min-w-45" isPending={isOpening} pendingLabel="Opening" onPress={onOpen}>
        {cover.codeNeeded ? 'Send me a code' : 'Open'}
      </Button>
    </CoverPage>
  );
}

function describeCover({ codeNeeded, memoriesWaiting }: ReceivedCover): string {
  if (codeNeeded) {
    return 'This was opened on another device before. So that nobody else can read it, we send a six-digit code to the address this link came to.';
  }
  if (memoriesWaiting > 1)
    return `${memoriesWaiting} memories wait for you here. Open them when you are ready.`;
  return 'Open it when you are ready. It will wait for you.';
}
