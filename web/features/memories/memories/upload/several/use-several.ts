import { useRef, useState } from 'react';
import { v4 } from 'uuid';
import { dismissErrors, toast } from '../../../../../ui/toast.ts';
import { keepFile, keepUpload } from '../in-pieces/kept-uploads.ts';
import { newUpload } from '../in-pieces/use-pieces.ts';
import type { QueueRow } from '../in-pieces/use-queue.ts';
import { describeErrors, type MemoryErrors, validateMemory } from '../memory-rules.ts';
import type { MemoryValues } from '../memory-values.ts';
import { useNewPerson } from '../new-person.ts';
import { usePhotos } from './use-photos.ts';

export interface SeveralOptions {
  ownerId: string;
  files: readonly File[];
  initial: MemoryValues;
  /** Called when they are being sent, and kept in this browser until they have arrived. */
  onSend: (rows: readonly QueueRow[]) => void;
}

export type Several = ReturnType<typeof useSeveral>;

/** The form for several photos: shared fields, and a title for each. */
export function useSeveral({ ownerId, files, initial, onSend }: SeveralOptions) {
  const chosen = usePhotos(files);
  const [values, setValues] = useState(initial);
  const [attempts, setAttempts] = useState(0);
  const [isSending, setSending] = useState(false);
  const isBegun = useRef(false);
  const change = (changes: Partial<MemoryValues>) => setValues((before) => ({ ...before, ...changes }));
  const person = useNewPerson({ values, change }, () => setAttempts((count) => count + 1));
  const errors: MemoryErrors = { ...person.refused, ...validateMemory('photo', withFirstGap()) };

  /** Marks the first missing title, if there is one. */
  function withFirstGap(): MemoryValues {
    const titles = chosen.photos.map(({ title }) => title);
    return { ...values, title: titles.find((title) => !title.trim()) ?? titles[0] ?? '' };
  }

  /** A second press while it runs does nothing. */
  async function sendOnce(): Promise<void> {
    if (isBegun.current) return;
    isBegun.current = true;
    setSending(true);
    try {
      await send();
    } finally {
      isBegun.current = false;
      setSending(false);
    }
  }

  async function send(): Promise<void> {
    const described = await person.keep(values);
    if (!described) return;
    dismissErrors();
    const batchId = v4();
    const uploads = chosen.photos.map(({ file, title }, place) => ({
      file,
      upload: newUpload(
        { ownerId, type: 'photo', values: { ...described, title: title.trim() }, file },
        { batchId, place },
      ),
    }));
    // All of them are kept before the first is sent, so that each can be continued if the page is closed.
    for (const { upload, file } of uploads) {
      await keepUpload(upload);
      await keepFile(upload.id, file);
    }
    onSend(uploads.map((row) => ({ ...row, state: { at: 'turn' } })));
  }

  function submit(): void {
    setAttempts((count) => count + 1);
    const problem = describeErrors('photo', errors);
    if (problem) toast({ variant: 'destructive', title: problem.title, description: problem.message });
    else void sendOnce();
  }

  return {
    ...chosen,
    values,
    change,
    attempts,
    errors: attempts > 0 ? errors : person.refused,
    isBusy: isSending,
    submit,
  };
}
