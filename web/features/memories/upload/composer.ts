import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Memory, MemoryType } from '../../../../shared/memories/memories.ts';
import { requiredFieldsMissing } from '../../../../shared/memories/memory-limits.ts';
import { toast } from '../../../ui/toast.ts';
import { useSessionUser } from '../../accounts/sessions/sessions.ts';
import type { ServerDraft } from '../drafts/drafts.ts';
import { useDraft } from '../drafts/drafts.ts';
import { useStats } from '../memories/queries.ts';
import { useDeleteRecording } from '../recording/queries.ts';
import { markRecordingInUse } from '../recording/recording.ts';
import type { MemoryFaults } from './memory-rules.ts';
import { findFaults, storageLimitReached, usageOf } from './memory-rules.ts';
import { draftKind, noValues, parseValues, valuesOf } from './memory-values.ts';
import { useSending } from './sending.ts';

export interface ComposerSubject {
  ownerId: string;
  type: MemoryType;
  /** The memory that is being changed; null for a new one. */
  existing: Memory | null;
  /** The draft that the server keeps; undefined when it could not be asked. */
  stored: ServerDraft<unknown> | null | undefined;
}

export type Composer = ReturnType<typeof useComposer>;

const noFaults: MemoryFaults = {};

/** One memory in the making: its draft, its file, what is missing, and its way to the server. */
export function useComposer({ ownerId, type, existing, stored }: ComposerSubject) {
  const [initial] = useState(() => (existing ? valuesOf(existing) : noValues));
  const kind = draftKind(existing ? { memoryId: existing.id } : type);
  const {
    clear,
    clearSaved,
    status: draftStatus,
    ...draft
  } = useDraft({ ownerId, kind, stored, initial, parse: parseValues });
  const { file, setFile, markInUse, deleteStored } = useChosenFile();
  const [attempts, setAttempts] = useState(0);
  const limit = usePlanLimit(type, existing !== null);
  const leave = useWayOut();
  const sending = useSending((memory, { values }) => {
    clearSaved(values);
    deleteStored();
    leave(memory, existing !== null);
  });
  const faults = findFaults(type, draft.values);

  async function send(): Promise<void> {
    const release = markInUse();
    await sending.send({ type, values: draft.values, file, existingId: existing?.id ?? null });
    release();
  }

  function submit(): void {
    setAttempts((count) => count + 1);
    const refusal = refuse(type, faults) ?? limit;
    if (refusal) toast({ variant: 'destructive', title: refusal.title, description: refusal.message });
    else void send();
  }

  return {
    ...draft,
    draftStatus,
    discard: clear,
    ownerId,
    type,
    existing,
    file,
    setFile,
    faults: attempts > 0 ? faults : noFaults,
    attempts,
    limit,
    submit,
    sending: { ...sending, retry: () => void send() },
  };
}

/** The file and, if it was recorded here, its id in the recording store. */
function useChosenFile() {
  const [{ file, recordingId }, setChosen] = useState<Chosen>({ file: null, recordingId: null });
  const deleteRecording = useDeleteRecording();
  // Also used during the upload, when the person may be on another page: it must not be offered as unsent.
  const markInUse = () => (recordingId === null ? () => undefined : markRecordingInUse(recordingId));
  useEffect(() => (recordingId === null ? undefined : markRecordingInUse(recordingId)), [recordingId]);

  return {
    file,
    setFile: (next: File, nextId: string | null = null) => setChosen({ file: next, recordingId: nextId }),
    markInUse,
    deleteStored() {
      if (recordingId !== null) deleteRecording(recordingId).catch(() => undefined);
    },
  };
}

interface Chosen {
  file: File | null;
  recordingId: string | null;
}

function refuse(type: MemoryType, faults: MemoryFaults): { title: string; message: string } | null {
  if (faults.title || faults.recipient) return requiredFieldsMissing(type);
  return faults.content ? { title: 'This letter is too long', message: faults.content } : null;
}

/** What to say where the plan holds no further memory of this type; null where it does, and for changes. */
function usePlanLimit(type: MemoryType, isChange: boolean) {
  const { data: stats } = useStats();
  const { subscriptionPlan } = useSessionUser();
  const isFull = !isChange && stats !== undefined && usageOf(type, stats, subscriptionPlan).isFull;
  return isFull ? storageLimitReached(type, subscriptionPlan) : null;
}

/** After a success: says so and, unless the person has gone elsewhere meanwhile, shows the list of memories. */
function useWayOut() {
  const [, navigate] = useLocation();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  return ({ id, title, isApproved }: Memory, isChange: boolean) => {
    if (isChange) {
      const checked = 'It is checked once more before it is delivered.';
      toast({ title: 'Your changes are saved', description: isApproved ? undefined : checked });
    } else {
      toast({
        title: 'Your memory is kept',
        description: `“${title}” can be scheduled as soon as it is approved.`,
        action: { label: 'Choose its day', onPress: () => navigate(`/schedule?memory=${id}`) },
      });
    }
    if (isHere.current) navigate('/upload');
  };
}
