import { type ReactNode, Suspense, useState } from 'react';
import type { ReceivedCover, ReceivedMemories } from '../../../../shared/delivery/received.ts';
import { Button } from '../../../ui/button.tsx';
import { joinClasses } from '../../../ui/join-classes.ts';
import { SupportLink } from '../../../ui/support-link.tsx';
import { type ThreadEnd, whatWaits, whereItBegan } from './cover/cover-labels.ts';
import { CoverTitle, LaterTitle } from './cover/cover-title.tsx';
import { Bound } from './cover/envelope.tsx';
import { FirstSheet } from './cover/first-sheet.tsx';
import { Packet } from './cover/packet.tsx';

interface ClosedCoverProps {
  cover: ReceivedCover;
  /** The other end of the thread. */
  today: ThreadEnd;
  timeZone: string;
  isOpening: boolean;
  failure?: string | undefined;
  onOpen: () => void;
  /** Set once it is open: what comes out, before the cover disappears. Nothing can be pressed any more then. */
  received?: ReceivedMemories | undefined;
  onGone?: (() => void) | undefined;
  /** For somebody whom it has reached by mistake. */
  notMine?: ReactNode;
  /** In a frame on its owner's page, which has its own heading and main part. */
  isPreview?: boolean | undefined;
}

/** What waits, closed, between the day it was made and today. None of its content is loaded before Open is pressed. */
export function ClosedCover({ received, onGone, ...props }: ClosedCoverProps) {
  const { cover, today, timeZone, isPreview } = props;
  const [isPutOff, setPutOff] = useState(false);
  const begun = whereItBegan(cover.memories, timeZone);
  const isLeaving = received !== undefined;
  const isPage = !isLeaving && !isPreview;
  return (
    <div
      {...(isPage && { role: 'main', id: 'main' })}
      inert={isLeaving}
      className={joinClasses('cover', props.isOpening && 'cover-opening', isLeaving && 'cover-leaving')}
      onAnimationEnd={({ animationName }) => animationName === 'cover-leaves' && onGone?.()}
    >
      {isPutOff ? <LaterTitle isPreview={isPreview} /> : <CoverTitle cover={cover} isPreview={isPreview} />}
      <Bound seal={cover.ownerFirstName.slice(0, 1)} ends={begun && !isPutOff ? [begun, today] : undefined}>
        <Packet
          memories={cover.memories}
          name={cover.recipientFirstName}
          sheet={received && <FirstSheet received={received} timeZone={timeZone} />}
        />
      </Bound>
      <Choice {...props} isPutOff={isPutOff} onPutOff={() => setPutOff(true)} />
    </div>
  );
}

interface ChoiceProps extends ClosedCoverProps {
  isPutOff: boolean;
  onPutOff: () => void;
}

/** Open, or not now: both are complete answers. */
function Choice({ cover, isOpening, failure, onOpen, isPutOff, onPutOff, notMine }: ChoiceProps) {
  const open = { isPending: isOpening, pendingLabel: 'Opening', onPress: onOpen };
  return (
    <div className="cover-words grid justify-items-center px-5.5">
      <p className="max-w-[40ch] text-lead text-balance text-ink-soft">
        {isPutOff ? comeBack : whatWaits(cover.memories)}
      </p>
      {failure && (
        <p role="alert" className="mt-5 max-w-[44ch] font-medium text-rose">
          {failure}
        </p>
      )}
      <div className="mt-7 grid justify-items-center gap-1.5">
        {isPutOff ? (
          <Button {...open} variant="quiet">
            Open it after all
          </Button>
        ) : (
          <>
            <Button {...open} size="large" className="min-w-50 opacity-100!">
              Open
            </Button>
            <Button variant="text" onPress={onPutOff}>
              Not now
            </Button>
          </>
        )}
      </div>
      <p className="mt-10 text-small text-ink-soft print:hidden">
        If you need help, write to <SupportLink />.
      </p>
      {notMine && <NotMine>{notMine}</NotMine>}
    </div>
  );
}

function NotMine({ children }: { children: ReactNode }) {
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <Suspense fallback={null}>{children}</Suspense>;
  return (
    <Button variant="text" size="small" className="text-ink-soft print:hidden" onPress={() => setAsked(true)}>
      This is not for me
    </Button>
  );
}

const comeBack = 'Come back on any day with the link in your message. Nobody is told that you were here.';
