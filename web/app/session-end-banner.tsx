import { readSessionEndNotice, type SessionEndNotice } from '../lib/api/session-end.ts';
import { InfoIcon } from '../ui/plain-icons.tsx';

const reasons: Record<SessionEndNotice['reason'], string> = {
  idle: 'You were signed out after 20 minutes without activity.',
  refused: 'You have been signed out. Please sign in again.',
};

/** Tells somebody who was signed out automatically why, and that their draft is kept. */
export function SessionEndBanner() {
  const notice = readSessionEndNotice();
  if (!notice) return null;
  return (
    <p role="status" className="flex items-center justify-center gap-2.5 bg-pine-wash px-4 py-2.5 text-small">
      <InfoIcon className="size-5 flex-none text-pine" />
      <span>
        {reasons[notice.reason]}
        {notice.draftKept && ' What you were writing is kept.'}
      </span>
    </p>
  );
}
