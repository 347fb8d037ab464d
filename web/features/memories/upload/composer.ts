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
import type { MemoryErrors } from './memory-rules.ts';
import { storageLimitReached, usageOf, validateMemory } from './memory-rules.ts';
import { draftKind, noValues, parseValues, valuesOf } from './memory-values.ts';
import { useSending } from './sending.ts';

export interface ComposerSubject {
  ownerId: string;
  type: MemoryType;
  /** The memory that is being changed; null for a new one. */
  existing: Memory | null;
  /** The server's draft; undefined when the server could not be reached. */
  stored: ServerDraft<unknown> | null | undefined;
}

export type Composer = ReturnType<typeof useComposer>;

const noErrors: MemoryErrors = {};

/** The state of the composer: the draft, the file, the validation errors and the upload. */
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
  const finish = useFinish();
  const sending = useSending((memory, { values }) => {
    clearSaved(values);
    deleteStored();
    finish(memory, existing !== null);
  });
  const errors = validateMemory(type, draft.values);

  async function send(): Promise<void> {
    const release = markInUse();
    await sending.send({ type, values: draft.values, file, existingId: existing?.id ?? null });
    release();
  }

  function submit(): void {
    setAttempts((count) => count + 1);
    const problem = problemOf(type, errors) ?? limit;
    if (problem) toast({ variant: 'destructive', title: problem.title, description: problem.message });
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
    errors: attempts > 0 ? errors : noErrors,
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

function problemOf(type: MemoryType, errors: MemoryErrors): { title: string; message: string } | null {
  if (errors.title || errors.recipient) return requiredFieldsMissing(type);
  return errors.content ? { title: 'This letter is too long', message: errors.content } : null;
}

/** The message when the plan's limit is reached; null otherwise, and for changes. */
function usePlanLimit(type: MemoryType, isChange: boolean) {
  const { data: stats } = useStats();
  const { subscriptionPlan } = useSessionUser();
  if (isChange || !stats || !usageOf(type, stats).isFull) return null;
  return storageLimitReached(type, subscriptionPlan, stats.unpaidSince);
}

/** After a success shows a toast and, unless the person has left the page meanwhile, the list of memories. */
function useFinish() {
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
