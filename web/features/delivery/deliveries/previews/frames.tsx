import { useState } from 'react';
import type { Preview } from '../../../../../shared/delivery/previews.ts';
import { deviceTimeZone, isMotionReduced } from '../../../../lib/device.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
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

/** The memory that comes out, and nothing else. */
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

interface MessageFrameProps {
  message: Preview['message'];
  /** Called by its button, which leads to the closed page, as in the message itself. */
  onFollow: () => void;
}

export function MessageFrame({ message, onFollow }: MessageFrameProps) {
  const { from, to, subject, paragraphs, action, footer } = message;
  return (
    <div className="min-h-full bg-card wrap-anywhere">
      <header className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3.5 border-b border-line px-6 pt-5.5 pb-4 text-small">
        <Avatar name={from} isDecorative />
        <p className="leading-snug">
          <b className="block font-semibold">{from}</b>
          <span className="text-ink-soft">{to ? `to ${to}` : 'to their address'}</span>
        </p>
      </header>
      <div className="mx-auto max-w-140 px-6 py-7">
        {subject && <h3 className="mb-4.5 text-[1.6875rem] leading-tight">{subject}</h3>}
        <div className="grid justify-items-start gap-3.5 border-l-[1.5px] border-thread pl-4.5">
          {paragraphs.map((paragraph) => (
            <p key={paragraph} dir="auto">
              {paragraph}
            </p>
          ))}
          {action && <Button onPress={onFollow}>{action}</Button>}
        </div>
        <div className="mt-5.5 grid gap-3 text-small text-ink-soft">
          {footer.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </div>
  );
}
