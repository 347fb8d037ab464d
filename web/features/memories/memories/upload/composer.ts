import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Memory, MemoryType } from '../../../../../shared/memories/memories.ts';
import { enterSecondStep, leaveSecondStep } from '../../../../lib/second-step.ts';
import { dismissErrors, toast } from '../../../../ui/toast.ts';
import { useSessionUser } from '../../../accounts/auth/sessions/sessions.ts';
import { type Sheet, useDraft } from '../drafts/drafts.ts';
import { useListMemory, useStats } from '../queries.ts';
import { useDeleteRecording } from '../recording/queries.ts';
import { markRecordingInUse } from '../recording/recording.ts';
import { addressed, addressTo, type BookEntry } from './addressee.ts';
import { keptPath } from './confirmation/confirmation.ts';
import {
  describeErrors,
  type MemoryErrors,
  storageLimitReached,
  usageOf,
  validateMemory,
} from './memory-rules.ts';
import { type MemoryValues, noValues, parseValues, valuesOf } from './memory-values.ts';
import { useNewPerson } from './new-person.ts';
import { useSending } from './sending.ts';
import { basedOn, useStale } from './stale-draft.ts';

export interface ComposerSubject {
  type: MemoryType;
  /** The memory being changed; null for a new one. */
  existing: Memory | null;
  sheet: Sheet;
  /** Called when something is typed. */
  onBegun?: (() => void) | undefined;
  /** Whom a new memory is for, if the page was opened to leave them something. */
  addressee: BookEntry | null;
}

export type Composer = ReturnType<typeof useComposer>;

const noErrors: MemoryErrors = {};

/** The state of the composer: the draft, the file, the validation errors and the upload. */
export function useComposer(subject: ComposerSubject) {
  const { type, existing, sheet } = subject;
  const { clear, clearSaved, status: draftStatus, ...draft } = useMemoryDraft(subject);
  const { file, recordingId, setFile, markInUse, deleteStored } = useChosenFile(existing === null);
  const [attempts, setAttempts] = useState(0);
  const finish = useFinish();
  const stale = useStale(existing, draft);
  const sending = useSending(
    sheet.ownerId,
    (memory, { values, existingId }) => {
      if (existingId === null && existing) clear();
      else clearSaved(values);
      deleteStored();
      void finish(memory, values, existingId !== null);
    },
    (current, { values }) => stale.meet(current, () => sendOver(current, values)),
  );
  const person = useNewPerson(draft, () => setAttempts((count) => count + 1));
  const errors = validateMemory(type, draft.values);

  async function send(written = draft.values, existingId = existing?.id ?? null): Promise<void> {
    const release = markInUse();
    const values = await person.keep(written);
    if (values) await sending.send({ type, values, file, recordingId, existingId });
    release();
  }

  function sendOver(current: Memory, values: MemoryValues): void {
    const next = { ...values, version: String(current.version) };
    draft.change(next);
    void send(next);
  }

  function submit(): void {
    setAttempts((count) => count + 1);
    const problem = describeErrors(type, errors) ?? draft.limit;
    if (problem) toast({ variant: 'destructive', title: problem.title, description: problem.message });
    else void send();
  }

  return {
    ...draft,
    sheet,
    draftStatus,
    discard: clear,
    ownerId: sheet.ownerId,
    type,
    existing,
    file,
    setFile,
    errors: attempts > 0 ? { ...person.refused, ...errors } : noErrors,
    attempts,
    submit,
    isKeepingPerson: person.isBusy,
    sending: { ...sending, retry: () => void send() },
    stale: {
      ...stale,
      sendOver,
      /** Sends it as a separate memory. */
      sendAsAnother: () => void send({ ...draft.values, version: '' }, null),
    },
  };
}

/** The values with their draft. While nothing is typed they follow changes saved elsewhere. */
function useMemoryDraft({ type, existing, sheet, onBegun, addressee }: ComposerSubject) {
  const [to] = useState(() => addressee && addressTo(addressee));
  const initial = useMemo(() => (existing ? valuesOf(existing) : { ...noValues, ...to }), [existing, to]);
  const parse = (values: unknown) => basedOn(initial, addressed(parseValues(values), to));
  const draft = useDraft({ sheet, initial, parse });
  const { limit, hasRoom } = usePlanLimit(type, existing !== null);
  return {
    ...draft,
    limit,
    /** There was no room for it when it was written, and there is now. */
    isWaitOver: hasRoom && draft.values.waitsForPlan !== '',
    change(changes: Partial<MemoryValues>): void {
      onBegun?.();
      draft.change({ ...changes, ...(limit && { waitsForPlan: 'yes' }) });
    },
  };
}

/** The file and, if it was recorded here, its id in the recording store. */
function useChosenFile(isNew: boolean) {
  const [{ file, recordingId }, setChosen] = useState<Chosen>({ file: null, recordingId: null });
  const deleteRecording = useDeleteRecording();
  // Also used during the upload, when the person may be on another page: the recording must not be offered as unsent.
  const markInUse = () => (recordingId === null ? () => undefined : markRecordingInUse(recordingId));
  useEffect(() => (recordingId === null ? undefined : markRecordingInUse(recordingId)), [recordingId]);

  return {
    file,
    recordingId,
    setFile(next: File | null, nextId: string | null = null) {
      if (next && isNew) enterSecondStep();
      setChosen({ file: next, recordingId: nextId });
    },
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

/** The message if the plan's limit is reached; null otherwise, and for changes. */
function usePlanLimit(type: MemoryType, isChange: boolean) {
  const { data: stats } = useStats();
  const { subscriptionPlan } = useSessionUser();
  if (isChange || !stats) return { limit: null, hasRoom: false };
  if (!usageOf(type, stats).isFull) return { limit: null, hasRoom: true };
  const isUnpaid = stats.unpaidSince !== null;
  return {
    limit: { ...storageLimitReached(type, subscriptionPlan, stats.unpaidSince), type, isUnpaid },
    hasRoom: false,
  };
}

/** After a success, shows what was kept and what comes next, or a toast if the person has left the page meanwhile. */
function useFinish() {
  const [, navigate] = useLocation();
  const list = useListMemory();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  return async (memory: Memory, { recipientId }: MemoryValues, isChange: boolean) => {
    dismissErrors();
    if (isChange) {
      const checked = 'It is checked once more before it is delivered.';
      toast({ title: 'Your changes are saved', description: memory.isApproved ? undefined : checked });
      if (isHere.current) navigate('/upload');
    } else if (isHere.current) {
      list(memory);
      await leaveSecondStep();
      navigate(keptPath(memory.id, recipientId), { replace: true });
    } else {
      toast({ title: 'Your memory is kept', description: `“${memory.title}” is among your memories.` });
    }
  };
}
