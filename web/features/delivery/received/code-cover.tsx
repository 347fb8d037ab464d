import type { ReceivedCover } from '../../../../shared/delivery/received.ts';
import { Button } from '../../../ui/button.tsx';
import { Bound } from './cover/bound.tsx';
import { Packet } from './cover/packet.tsx';
import { CoverPage } from './cover-page.tsx';

interface CodeCoverProps {
  cover: ReceivedCover;
  isOpening: boolean;
  failure?: string | undefined;
  onSendCode: () => void;
}

/** On another device: nothing is told of what waits before the code. */
export function CodeCover({ cover, isOpening, failure, onSendCode }: CodeCoverProps) {
  return (
    <CoverPage cover={cover}>
      <div className="w-full max-w-130">
        <Bound seal={cover.ownerFirstName.slice(0, 1)}>
          <Packet memories={[]} name={cover.recipientFirstName} />
        </Bound>
      </div>
      <p className="max-w-[42ch] text-lead text-ink-soft">
        This was opened on another device before. So that nobody else can read it, we send a six-digit code to
        the address this link came to.
      </p>
      {failure && (
        <p role="alert" className="max-w-[44ch] font-medium text-rose">
          {failure}
        </p>
      )}
      <Button size="large" isPending={isOpening} pendingLabel="Sending" onPress={onSendCode}>
        Send me a code
      </Button>
    </CoverPage>
  );
}
