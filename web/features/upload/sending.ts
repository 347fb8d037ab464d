import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Memory } from '../../../shared/memories.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { invalidateTopics } from '../../lib/api/changed-queries.ts';
import { useLeaveWarning } from '../../lib/useLeaveWarning.ts';
import { toast } from '../../ui/toast.ts';
import { failureTitle } from './memory-rules.ts';
import type { Parcel } from './send-memory.ts';
import { sendMemory } from './send-memory.ts';

export type SendingState =
  | { step: 'idle' }
  | { step: 'sending'; percent: number }
  /** The connection broke; the parcel is still here and can be sent again as it is. */
  | { step: 'lost'; percent: number };

/** Sends a memory with progress, cancel and, after a lost connection, another try. */
export function useSending(onSent: (memory: Memory) => void) {
  const queries = useQueryClient();
  const [state, setState] = useState<SendingState>({ step: 'idle' });
  const sending = useRef<AbortController | null>(null);
  useLeaveWarning(state.step === 'sending');

  const refresh = () => invalidateTopics(queries, ['memories', 'stats', 'schedules']);

  async function send(parcel: Parcel): Promise<void> {
    if (sending.current) return;
    const stop = new AbortController();
    sending.current = stop;
    let sentPercent = 0;
    const onProgress = (percent: number) => {
      sentPercent = percent;
      setState({ step: 'sending', percent });
    };
    onProgress(0);
    try {
      const memory = await sendMemory(parcel, { onProgress, signal: stop.signal });
      setState({ step: 'idle' });
      onSent(memory);
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

function showFailure(error: unknown): void {
  const description = messageOf(error, 'Failed to save memory');
  toast({ variant: 'destructive', title: failureTitle(description), description });
}
