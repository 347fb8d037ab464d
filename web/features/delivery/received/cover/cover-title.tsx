import type { ReceivedCover } from '../../../../../shared/delivery/received.ts';
import { useArrivalFocus } from '../arrival-focus.ts';
import { whoLeftIt } from './cover-labels.ts';

const look = 'cover-title wrap-anywhere';

interface CoverTitleProps {
  cover: ReceivedCover;
  isPreview: boolean | undefined;
}

export function CoverTitle({ cover, isPreview }: CoverTitleProps) {
  const Heading = isPreview ? 'h3' : 'h1';
  const { ownerFirstName, recipientFirstName, leftFor } = cover;
  return (
    <div className="cover-words px-5.5">
      {!isPreview && <title>{`From ${ownerFirstName}`}</title>}
      <p className="sr-only">For {recipientFirstName}</p>
      <Heading className={look}>{whoLeftIt(cover)}</Heading>
      {leftFor && (
        <p className="mx-auto mt-4 max-w-[38ch] wrap-anywhere text-lead text-ink-soft">
          {ownerFirstName} left it for {leftFor}, who has died, and wanted you to have it then.
        </p>
      )}
    </div>
  );
}

/** After "Not now", which is a complete answer. */
export function LaterTitle({ isPreview }: Pick<CoverTitleProps, 'isPreview'>) {
  const Heading = isPreview ? 'h3' : 'h1';
  const title = useArrivalFocus<HTMLHeadingElement>(!isPreview);
  return (
    <div className="cover-words px-5.5">
      {!isPreview && <title>It will wait for you</title>}
      <Heading ref={title} tabIndex={-1} className={`${look} outline-none`}>
        It will wait for you.
      </Heading>
    </div>
  );
}
