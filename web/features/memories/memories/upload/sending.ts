import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { v4 } from 'uuid';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import { ApiError, currentOf, messageOf } from '../../../../lib/api/api-error.ts';
import { invalidateTopics } from '../../../../lib/api/changed-queries.ts';
import { useLeaveWarning } from '../../../../lib/unsaved-changes.ts';
import { toast } from '../../../../ui/toast.ts';
import { UnreadableFileError, type WaitingCause } from './in-pieces/send-in-pieces.ts';
import { usePieces } from './in-pieces/use-pieces.ts';
import { failureTitle } from './memory-rules.ts';
import { isSameSubmission, isSurelyNotStored, type Submission, sendMemory } from './send-memory.ts';

interface Standing {
  /** Null if it is paused. */
  cause: WaitingCause | null;
  arrivedBytes: number;
  sizeBytes: number;
}

export type SendingState =
  | { step: 'idle' }
  | { step: 'sending'; percent: number; secondsLeft: number | null }
  /** There is no connection; the rest of the file continues automatically. */
  | ({ step: 'waiting' } & Standing)
  | ({ step: 'paused' } & Standing)
  /** The connection was lost; the same submission can be sent again. */
  | { step: 'lost'; percent: number };

type Stop = 'cancel' | 'pause';

/** Sends a memory, with progress, cancel and a retry after a lost connection. A new file is sent in pieces, and may pause. */
export function useSending(
  ownerId: string,
  onSent: (memory: Memory, sent: Submission) => void,
  onStale: (current: Memory, refused: Submission) => void,
) {
  const queries = useQueryClient();
  const [state, setState] = useState<SendingState>({ step: 'idle' });
  const sending = useRef<AbortController | null>(null);
  const { transmit, keyOf, pieces } = useTransmission(ownerId, (standing) =>
    setState({ step: 'waiting', ...standing }),
  );
  useLeaveWarning(state.step === 'sending');

  const refresh = () => invalidateTopics(queries, ['memories', 'stats', 'schedules']);

  async function send(submission: Submission): Promise<void> {
    if (sending.current) return;
    const stop = new AbortController();
    sending.current = stop;
    const progress = watchProgress(stop.signal, setState);
    progress.note(0);
    try {
      const memory = await transmit(submission, stop.signal, progress.note);
      sending.current = null;
      keyOf(null);
      setState({ step: 'idle' });
      onSent(memory, submission);
      void refresh();
    } catch (error) {
      // Before handling the failure, which may send it again.
      sending.current = null;
      if (stop.signal.aborted) handleStop(stop.signal.reason, submission);
      else handleFailure(error, progress.percent(), submission);
    }
  }

  function handleStop(why: Stop, { file }: Submission): void {
    const isPause = why === 'pause' && file !== null;
    if (!isPause) void pieces.throwAway();
    const standing = { arrivedBytes: pieces.arrivedBytes(), sizeBytes: file?.size ?? 0, cause: null };
    setState(isPause ? { step: 'paused', ...standing } : { step: 'idle' });
  }

  function handleFailure(error: unknown, sentPercent: number, submission: Submission): void {
    if (isSurelyNotStored(error)) keyOf(null);
    if (isWorthless(error)) void pieces.throwAway();
    const isRefusal = error instanceof ApiError || error instanceof UnreadableFileError;
    setState(isRefusal ? { step: 'idle' } : { step: 'lost', percent: sentPercent });
    const current = currentOf<Memory>(error);
    if (current) onStale(current, submission);
    else showFailure(error);
    // Without a connection, a refresh would fail too.
    if (isRefusal) void refresh();
  }

  /** The server may have stored it although the response was lost, so the list is refreshed. */
  function giveUp(): void {
    void pieces.throwAway();
    setState({ step: 'idle' });
    void refresh();
  }

  const stop = (why: Stop) => sending.current?.abort(why);
  return {
    state,
    send,
    pause: () => stop('pause'),
    cancel: () => (sending.current ? stop('cancel') : giveUp()),
    giveUp,
  };
}

/** Shows the progress until it is stopped. */
function watchProgress(signal: AbortSignal, show: (state: SendingState) => void) {
  const estimate = createEstimate();
  let sentPercent = 0;
  return {
    percent: () => sentPercent,
    note(percent: number): void {
      sentPercent = percent;
      if (!signal.aborted) show({ step: 'sending', percent, secondsLeft: estimate(percent) });
    },
  };
}

/** A new file is sent in pieces, anything else in one request. */
function useTransmission(ownerId: string, onWaiting: (standing: Standing) => void) {
  const keyOf = useIdempotencyKey();
  const pieces = usePieces();

  function transmit(submission: Submission, signal: AbortSignal, onProgress: (percent: number) => void) {
    const { type, values, file, recordingId = null, existingId } = submission;
    if (file === null || existingId !== null || type === 'letter')
      return sendMemory(submission, { onProgress, signal, idempotencyKey: keyOf(submission) });
    const sizeBytes = file.size;
    return pieces.send(
      { ownerId, type, values, file, recordingId },
      {
        signal,
        onProgress: (sentBytes) => onProgress((sentBytes / sizeBytes) * 100),
        onWaiting: (arrivedBytes, cause) => onWaiting({ arrivedBytes, sizeBytes, cause }),
      },
    );
  }

  return { transmit, keyOf, pieces };
}

/** Whether what has arrived of this file can never become a memory. If the plan is full, there may be room another day. */
function isWorthless(error: unknown): boolean {
  return (
    error instanceof UnreadableFileError ||
    (error instanceof ApiError && [400, 413, 415].includes(error.status))
  );
}

/** Estimates the remaining time from the speed since it began or continued. */
function createEstimate(): (percent: number) => number | null {
  let first: { percent: number; atMs: number } | null = null;
  return (percent) => {
    const atMs = performance.now();
    // It may begin with a part that had arrived earlier.
    if (!first || percent === 0) first = { percent, atMs };
    const share = ((percent - first.percent) / (100 - first.percent)) * 100;
    return secondsLeft(share, atMs - first.atMs);
  };
}

/**
 * The idempotency key: the same for the same submission until it has arrived, so that a retry after a lost
 * response does not create a second memory. Null resets the key.
 */
function useIdempotencyKey() {
  const last = useRef<{ submission: Submission; key: string } | null>(null);
  return (submission: Submission | null): string | undefined => {
    if (!submission) last.current = null;
    else if (!last.current || !isSameSubmission(last.current.submission, submission))
      last.current = { submission, key: v4() };
    return last.current?.key;
  };
}

function showFailure(error: unknown): void {
  if (error instanceof UnreadableFileError)
    return void toast({
      variant: 'destructive',
      title: 'This file cannot be read any more',
      description: 'It was moved or changed on this device. Please choose it again.',
    });
  const description = messageOf(error, 'Failed to save memory');
  toast({ variant: 'destructive', title: failureTitle(description), description });
}

const settlingMs = 2000;

/** An estimate from the speed so far; null while it is too early for one. */
export function secondsLeft(percent: number, elapsedMs: number): number | null {
  if (percent <= 0 || elapsedMs < settlingMs) return null;
  return ((100 - percent) / percent) * (elapsedMs / 1000);
}

/** 'less than 10 seconds left', 'about 40 seconds left', 'about 3 minutes left': no more precise than the estimate. */
export function describeTimeLeft(seconds: number): string {
  if (seconds < 10) return 'less than 10 seconds left';
  if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
  const minutes = Math.max(1, Math.round(seconds / 60));
  return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
}
