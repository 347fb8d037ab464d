import { useState } from 'react';
import type { Preview } from '../../../../../shared/delivery/previews.ts';
import { deviceTimeZone } from '../../../../lib/device-time-zone.ts';
import { isMotionReduced } from '../../../../lib/reduced-motion.ts';
import { Button } from '../../../../ui/button.tsx';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { ClosedCover, ReceivedArticle } from '../../received/received.ts';

interface PageFrameProps {
  preview: Preview;
  today: { label: string; day: string };
}

/** The closed page. It opens as it will for its recipient, and can be closed again. */
export function PageFrame({ preview, today }: PageFrameProps) {
  const [step, setStep] = useState<'closed' | 'opening' | 'open'>('closed');
  const isOpened = step !== 'closed';
  return (
    <>
      {step !== 'open' && (
        <ClosedCover
          isPreview
          cover={preview.cover}
          today={today}
          timeZone={deviceTimeZone()}
          isOpening={false}
          received={isOpened ? preview.received : undefined}
          onOpen={() => setStep(isMotionReduced() ? 'open' : 'opening')}
          onGone={() => setStep('open')}
        />
      )}
      {isOpened && (
        <>
          <MemoryInFrame preview={preview} isArriving />
          <p className="px-6 pb-10">
            <Button variant="quiet" size="small" onPress={() => setStep('closed')}>
              Close it again
            </Button>
          </p>
        </>
      )}
    </>
  );
}

interface MemoryInFrameProps {
  preview: Preview;
  isArriving?: boolean;
}

/** What comes out, and nothing else. */
export function MemoryInFrame({ preview: { received, cover }, isArriving = false }: MemoryInFrameProps) {
  return (
    <div
      data-first={received.memories[0]?.type}
      className={joinClasses(
        'mx-auto max-w-[calc(var(--container-letter)+2.5rem)] px-6 py-11 wrap-anywhere',
        isArriving && 'arrives-from-cover',
      )}
    >
      {received.memories.map((memory) => (
        <ReceivedArticle
          key={memory.id}
          memory={memory}
          ownerName={received.ownerName}
          recipientFirstName={cover.recipientFirstName}
          isFirst
          headingLevel={3}
        />
      ))}
    </div>
  );
}
