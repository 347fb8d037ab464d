import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { v4 } from 'uuid';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import { ApiError, currentOf, messageOf } from '../../../../lib/api/api-error.ts';
import { invalidateTopics } from '../../../../lib/api/changed-queries.ts';
import { useLeaveWarning } from '../../../../lib/unsaved-changes.ts';
import { toast } from '../../../../ui/toast.ts';
import { failureTitle } from './memory-rules.ts';
import { isSameSubmission, isSurelyNotStored, type Submission, sendMemory } from './send-memory.ts';

export type SendingState =
  | { step: 'idle' }
  | { step: 'sending'; percent: number; secondsLeft: number | null }
  /** The connection was lost; the same submission can be sent again. */
  | { step: 'lost'; percent: number };

/** Sends a memory, with progress, cancel and a retry after a lost connection. */
export function useSending(
  onSent: (memory: Memory, sent: Submission) => void,
  onStale: (current: Memory, refused: Submission) => void,
) {
  const queries = useQueryClient();
  const [state, setState] = useState<SendingState>({ step: 'idle' });
  const sending = useRef<AbortController | null>(null);
  const keyOf = useIdempotencyKey();
  useLeaveWarning(state.step === 'sending');

  const refresh = () => invalidateTopics(queries, ['memories', 'stats', 'schedules']);

  async function send(submission: Submission): Promise<void> {
    if (sending.current) return;
    const stop = new AbortController();
    sending.current = stop;
    const startedMs = performance.now();
    let sentPercent = 0;
    const onProgress = (percent: number) => {
      sentPercent = percent;
      const left = secondsLeft(percent, performance.now() - startedMs);
      setState({ step: 'sending', percent, secondsLeft: left });
    };
    onProgress(0);
    try {
      const memory = await sendMemory(submission, {
        onProgress,
        signal: stop.signal,
        idempotencyKey: keyOf(submission),
      });
      sending.current = null;
      keyOf(null);
      setState({ step: 'idle' });
      onSent(memory, submission);
      void refresh();
    } catch (error) {
      // Before the failure is handled, which may send it again.
      sending.current = null;
      if (stop.signal.aborted) setState({ step: 'idle' });
      else handleFailure(error, sentPercent, submission);
    }
  }

  function handleFailure(error: unknown, sentPercent: number, submission: Submission): void {
    if (isSurelyNotStored(error)) keyOf(null);
    const isRefusal = error instanceof ApiError;
    setState(isRefusal ? { step: 'idle' } : { step: 'lost', percent: sentPercent });
    const current = currentOf<Memory>(error);
    if (current) onStale(current, submission);
    else showFailure(error);
    // Without a connection a refresh would only fail as well.
    if (isRefusal) void refresh();
  }

  /** The server may have stored it although the response was lost, so the list is refreshed. */
  function giveUp(): void {
    setState({ step: 'idle' });
    void refresh();
  }

  return {
    state,
    send,
    cancel: () => sending.current?.abort(),
    giveUp,
  };
}

/**
 * The idempotency key: the same for the same submission until it has arrived, so that a retry after a lost response
 * does not create a second memory. Null resets the key.
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
