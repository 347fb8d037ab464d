import type {
  CodeDestination,
  ReceivedCover,
  ReceivedMemories,
} from '../../../../shared/delivery/received.ts';
import { ApiError, fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import type { Reading } from './page/reading.tsx';

export type ReceivedState =
  | { step: 'loading' }
  | { step: 'unknown' }
  | { step: 'unreachable' }
  /** Its link opens nothing: it was sent by mistake, or somebody said that it is not for them. */
  | { step: 'shut'; cover: ReceivedCover }
  | { step: 'closed'; cover: ReceivedCover; failure?: string | undefined }
  | {
      step: 'code';
      cover: ReceivedCover;
      notice: string;
      sentTo: CodeDestination;
      error?: string | undefined;
    }
  | Opened
  /** Everything that was given, if that is more than one thing, or was opened before. */
  | { step: 'page'; cover: ReceivedCover };

/** The first and only thing, just opened. */
interface Opened {
  step: 'opened';
  cover: ReceivedCover;
  received: ReceivedMemories;
  /** Shown at once: a lazy component would appear some frames after the cover has begun to disappear. */
  Reading: typeof Reading;
  /** True while the cover is still disappearing. */
  isFirst: boolean;
}

export type WithCover = Extract<ReceivedState, { cover: ReceivedCover }>;

const tryAgain = 'It could not be opened just now. It is safe; please try again.';

export function afterCover(cover: ReceivedCover): ReceivedState {
  if (cover.closed || cover.notForMe) return { step: 'shut', cover };
  return { step: isGrown(cover) ? 'page' : 'closed', cover };
}

function isGrown({ codeNeeded, memories, opened, byPost }: ReceivedCover): boolean {
  return !codeNeeded && opened.length + byPost.length + (memories.length > 1 ? 1 : 0) > 0;
}

/** The state after the cover could not be loaded. A truncated link (400) counts as unknown, like a 404. */
export function afterFailedCover(error: unknown): ReceivedState {
  const isCutShort = error instanceof ApiError && error.status === 400;
  return isUnknown(error) || isCutShort ? { step: 'unknown' } : { step: 'unreachable' };
}

/** The state after opening was refused. If a code was sent, asks for it; otherwise stays the same and shows the reason. */
export function afterRefusal(from: WithCover, error: unknown, sentTo: CodeDestination): ReceivedState {
  if (isUnknown(error)) return { step: 'unknown' };
  const message = messageOf(error, tryAgain);
  const aboutCode = fieldsOf(error)['code'];
  const isCodeSent = error instanceof ApiError && error.status === 409 && aboutCode !== undefined;
  if (isCodeSent) return { step: 'code', cover: from.cover, notice: message, sentTo };
  if (from.step === 'code') return { ...from, error: aboutCode ?? message };
  return { step: 'closed', cover: from.cover, failure: message };
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
