import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { v4 } from 'uuid';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { useLeaveWarning } from '../../../lib/use-leave-warning.ts';
import { toast } from '../../../ui/toast.ts';
import { failureTitle } from './memory-rules.ts';
import type { Parcel } from './send-memory.ts';
import { isSameParcel, sendMemory } from './send-memory.ts';
import { secondsLeft } from './time-left.ts';

export type SendingState =
  | { step: 'idle' }
  | { step: 'sending'; percent: number; secondsLeft: number | null }
  /** The connection broke; the parcel is still here and can be sent again as it is. */
  | { step: 'lost'; percent: number };

/** Sends a memory with progress, cancel and, after a lost connection, another try. */
export function useSending(onSent: (memory: Memory, sent: Parcel) => void) {
  const queries = useQueryClient();
  const [state, setState] = useState<SendingState>({ step: 'idle' });
  const sending = useRef<AbortController | null>(null);
  const keyOf = useUploadKey();
  useLeaveWarning(state.step === 'sending');

  const refresh = () => invalidateTopics(queries, ['memories', 'stats', 'schedules']);

  async function send(parcel: Parcel): Promise<void> {
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
      const memory = await sendMemory(parcel, {
        onProgress,
        signal: stop.signal,
        idempotencyKey: keyOf(parcel),
      });
      keyOf(null);
      setState({ step: 'idle' });
      onSent(memory, parcel);
      void refresh();
    } catch (error) {
      if (stop.signal.aborted) setState({ step: 'idle' });
      else handleFailure(error, sentPercent);
    } finally {
      sending.current = null;
    }
  }

  function handleFailure(error: unknown, sentPercent: number): void {
    showFailure(error);
    const isRefusal = error instanceof ApiError;
    // What was refused did not arrive: the next try is a new one.
    if (isRefusal && error.status < 500) keyOf(null);
    setState(isRefusal ? { step: 'idle' } : { step: 'lost', percent: sentPercent });
    // Without a connection there is nothing to read, and that would be one more failure to tell.
    if (isRefusal) void refresh();
  }

  /** The server may have it although its answer was lost: the list shows. */
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
 * The key under which a parcel is sent: the same for the same parcel until it has arrived, so that one whose answer was
 * lost makes no second memory. A null parcel ends that.
 */
function useUploadKey() {
  const last = useRef<{ parcel: Parcel; key: string } | null>(null);
  return (parcel: Parcel | null): string | undefined => {
    if (!parcel) last.current = null;
    else if (!last.current || !isSameParcel(last.current.parcel, parcel))
      last.current = { parcel, key: v4() };
    return last.current?.key;
  };
}

function showFailure(error: unknown): void {
  const description = messageOf(error, 'Failed to save memory');
  toast({ variant: 'destructive', title: failureTitle(description), description });
}
