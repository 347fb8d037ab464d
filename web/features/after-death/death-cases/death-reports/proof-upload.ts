import { useEffect, useRef, useState } from 'react';
import type { DeathReport } from '../../../../../shared/after-death/death-reports.ts';
import {
  proofMaxBytes,
  proofMediaTypes,
  proofTooLarge,
  proofWrongType,
} from '../../../../../shared/after-death/report-rules.ts';
import { ApiError, fieldsOf, messageOf } from '../../../../lib/api/api-error.ts';
import { readReport, takeBackProof, uploadProof } from './requests.ts';

type Received = DeathReport['proofs'][number];

interface Sending {
  key: string;
  name: string;
  sizeBytes: number;
  percent: number;
  cancel: () => void;
}

export interface SentProof extends Pick<Received, 'sizeBytes' | 'pages' | 'preview'> {
  key: string;
  name: string;
}

/** The message below the files: that one has arrived or was taken back, or what went wrong; with `again` it can be retried. */
interface Outcome {
  text: string;
  isFault: boolean;
  again?: () => void;
}

/** Uploads chosen files at once, one after another, so that they have arrived before the report is sent. */
export function useProofUpload(token: string, received: readonly Received[]) {
  const [sent, setSent] = useState<SentProof[]>(() => merge([], received));
  const [sending, setSending] = useState<Sending[]>([]);
  const [outcome, setOutcome] = useState<Outcome>();
  const earlier = useRef<Promise<void>>(Promise.resolve());
  const stops = useRef(new Set<AbortController>());
  useEffect(
    () => () => {
      for (const stop of stops.current) stop.abort();
    },
    [],
  );

  function choose(chosen: File) {
    const file = withType(chosen);
    const wrong = faultOf(file);
    setOutcome(wrong ? { text: wrong, isFault: true } : undefined);
    if (wrong) return;
    const stop = new AbortController();
    stops.current.add(stop);
    const { name, size: sizeBytes } = file;
    const key = crypto.randomUUID();
    setSending((before) => [...before, { key, name, sizeBytes, percent: 0, cancel: () => stop.abort() }]);
    earlier.current = earlier.current.then(() => send(key, file, stop));
  }

  async function send(key: string, file: File, stop: AbortController) {
    const onProgress = (percent: number) =>
      setSending((before) => before.map((one) => (one.key === key ? { ...one, percent } : one)));
    try {
      const { proofs } = await uploadProof(token, file, { signal: stop.signal, onProgress }).catch(
        (failure: unknown) => (isHereAlready(failure) ? readReport(token) : Promise.reject(failure)),
      );
      setSent((before) => merge(before, proofs, file));
      setOutcome({ text: `${file.name} is with us.`, isFault: false });
    } catch (failure) {
      if (!stop.signal.aborted) setOutcome(faultOfSending(failure, file, choose));
    } finally {
      stops.current.delete(stop);
      setSending((before) => before.filter((one) => one.key !== key));
    }
  }

  async function takeBack({ key, name }: SentProof) {
    try {
      const { proofs } = await takeBackProof(token, key);
      setSent((before) => merge(before, proofs));
      setOutcome({ text: `You have taken ${name} back. We erase it.`, isFault: false });
    } catch (failure) {
      const text = messageOf(failure, 'This did not reach us. The file is still here. Please try again.');
      setOutcome({ text, isFault: true });
    }
  }

  return { sent, sending, outcome, choose, takeBack };
}

/** What the server has, with the names of the files that were chosen on this page. `file` has just arrived. */
function merge(
  before: readonly SentProof[],
  proofs: readonly Received[],
  file?: Pick<File, 'name' | 'size'>,
): SentProof[] {
  return proofs.map(({ id: key, sizeBytes, pages, preview, mediaType }) => {
    const earlier = mediaType === 'application/pdf' ? 'A PDF' : 'A picture';
    const name = file?.size === sizeBytes ? file.name : earlier;
    return before.find((one) => one.key === key) ?? { key, name, sizeBytes, pages, preview };
  });
}

/** It had been received before, and the response was lost. */
function isHereAlready(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 409 && 'file' in failure.fields;
}

/** Many browsers do not know the type of files that phones write. */
function withType(file: File): File {
  const isHeic = file.type === 'image/heif' || (file.type === '' && /\.hei[cf]$/i.test(file.name));
  return isHeic ? new File([file], file.name, { type: 'image/heic' }) : file;
}

function faultOf(file: File): string | undefined {
  if (file.size > proofMaxBytes) return proofTooLarge;
  return (proofMediaTypes as readonly string[]).includes(file.type) ? undefined : proofWrongType;
}

function faultOfSending(failure: unknown, file: File, choose: (file: File) => void): Outcome {
  const reason = fieldsOf(failure)['file'] ?? messageOf(failure, 'The file did not reach us.');
  const isRefused = failure instanceof ApiError && failure.status < 429;
  const text = `${file.name}: ${reason}`;
  return isRefused ? { text, isFault: true } : { text, isFault: true, again: () => choose(file) };
}
