import type { ReactNode } from 'react';
import type { ReceivedCover } from '../../../../shared/delivery/received.ts';
import { Button } from '../../../ui/button.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { Bound } from './cover/envelope.tsx';
import { Packet } from './cover/packet.tsx';

/** The page if a code is needed: who left it, and for whom. */
export function CoverPage({ cover, children }: { cover: ReceivedCover; children: ReactNode }) {
  return (
    <main
      id="main"
      className="grid min-h-dvh animate-appear grid-cols-1 content-center justify-items-center gap-8 px-5 py-14 text-center md:gap-9"
    >
      <title>{`From ${cover.ownerFirstName}`}</title>
      <header>
        <p className="text-small text-ink-soft">For {cover.recipientFirstName}</p>
        <h1 className="mt-2.5 max-w-[17ch] wrap-anywhere text-[clamp(2.125rem,5vw,3.375rem)] leading-[1.12]">
          {cover.ownerFirstName} left this for you.
        </h1>
        {cover.leftFor && (
          <p className="mx-auto mt-4 max-w-[38ch] wrap-anywhere text-lead text-ink-soft">
            {cover.ownerFirstName} left it for {cover.leftFor}, who has died, and wanted you to have it then.
          </p>
        )}
      </header>
      {children}
      <p className="mt-2 text-small text-ink-soft">
        If you need help, write to <SupportLink />.
      </p>
    </main>
  );
}

interface CodeCoverProps {
  cover: ReceivedCover;
  isOpening: boolean;
  failure?: string | undefined;
  onSendCode: () => void;
}

/** On an unknown device: before the code is entered, the page says nothing about what waits. */
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
