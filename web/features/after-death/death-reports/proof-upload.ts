import { useEffect, useRef, useState } from 'react';
import type { DeathReport } from '../../../../shared/after-death/death-reports.ts';
import {
  proofMaxBytes,
  proofMediaTypes,
  proofTooLarge,
  proofWrongType,
} from '../../../../shared/after-death/report-rules.ts';
import { ApiError, fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { readReport, uploadProof } from './requests.ts';

interface Sending {
  key: string;
  name: string;
  sizeBytes: number;
  /** 0 to 100 */
  percent: number;
  cancel: () => void;
}

export interface SentProof {
  /** The id of the proof. */
  key: string;
  name: string;
  sizeBytes: number;
}

/** Sends each chosen file at once, one after another, so that they are there before the report is. */
export function useProofUpload(token: string, received: DeathReport['proofs']) {
  const [sent, setSent] = useState<SentProof[]>(() => merge([], received));
  const [sending, setSending] = useState<Sending[]>([]);
  const [error, setError] = useState<string>();
  const earlier = useRef<Promise<void>>(Promise.resolve());
  const stops = useRef(new Set<AbortController>());
  useEffect(
    () => () => {
      for (const stop of stops.current) stop.abort();
    },
    [],
  );

  function choose(file: File) {
    const wrong = faultOf(file);
    setError(wrong);
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
    } catch (failure) {
      if (!stop.signal.aborted) setError(`${file.name}: ${describe(failure)}`);
    } finally {
      stops.current.delete(stop);
      setSending((before) => before.filter((one) => one.key !== key));
    }
  }

  return { sent, sending, error, choose };
}

/** What the server has, by the names of the files that were chosen on this page. `file` has just arrived. */
function merge(
  before: readonly SentProof[],
  proofs: DeathReport['proofs'],
  file?: Pick<File, 'name' | 'size'>,
): SentProof[] {
  return proofs.map(({ id: key, sizeBytes }) => {
    const name = file?.size === sizeBytes ? file.name : 'Sent before';
    return before.find((one) => one.key === key) ?? { key, name, sizeBytes };
  });
}

/** It was received before, and the answer got lost. */
function isHereAlready(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 409 && 'file' in failure.fields;
}

function faultOf(file: File): string | undefined {
  if (file.size > proofMaxBytes) return proofTooLarge;
  return (proofMediaTypes as readonly string[]).includes(file.type) ? undefined : proofWrongType;
}

function describe(failure: unknown): string {
  return (
    fieldsOf(failure)['file'] ?? messageOf(failure, 'The file did not reach us. Please choose it again.')
  );
}
