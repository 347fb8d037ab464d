import type { ReceivedCover } from '../../../../../shared/delivery/received.ts';
import { useArrivalFocus } from '../arrival-focus.ts';
import { whoLeftIt } from './cover-words.ts';

const look = 'cover-title wrap-anywhere';

export function CoverTitle({ cover }: { cover: ReceivedCover }) {
  const { ownerFirstName, recipientFirstName, leftFor } = cover;
  return (
    <header className="cover-words px-5.5">
      <title>{`From ${ownerFirstName}`}</title>
      <p className="sr-only">For {recipientFirstName}</p>
      <h1 className={look}>{whoLeftIt(cover)}</h1>
      {leftFor && (
        <p className="mx-auto mt-4 max-w-[38ch] wrap-anywhere text-lead text-ink-soft">
          {ownerFirstName} left it for {leftFor}, who has died, and wanted you to have it then.
        </p>
      )}
    </header>
  );
}

/** After "Not now", which is a full answer. */
export function LaterTitle() {
  const title = useArrivalFocus<HTMLHeadingElement>();
  return (
    <header className="cover-words px-5.5">
      <title>It will wait for you</title>
      <h1 ref={title} tabIndex={-1} className={`${look} outline-none`}>
        It will wait for you.
      </h1>
    </header>
  );
}
