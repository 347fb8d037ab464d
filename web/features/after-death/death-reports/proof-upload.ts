import { useEffect, useRef, useState } from 'react';
import {
  proofMaxBytes,
  proofMediaTypes,
  proofTooLarge,
  proofWrongType,
} from '../../../../shared/after-death/report-rules.ts';
import { fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { uploadProof } from './requests.ts';

interface Sending {
  name: string;
  sizeBytes: number;
  /** 0 to 100 */
  percent: number;
}

export interface SentProof {
  key: string;
  name: string;
  sizeBytes: number;
}

/** Sends each chosen file at once, so that it is there before the report is. */
export function useProofUpload(token: string, received: readonly { id: string; sizeBytes: number }[]) {
  const [sent, setSent] = useState<SentProof[]>(() =>
    received.map(({ id, sizeBytes }) => ({ key: id, name: 'Sent before', sizeBytes })),
  );
  const [sending, setSending] = useState<Sending>();
  const [error, setError] = useState<string>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  async function send(file: File) {
    const wrong = faultOf(file);
    setError(wrong);
    if (wrong) return;
    const { name, size: sizeBytes } = file;
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    setSending({ name, sizeBytes, percent: 0 });
    try {
      await uploadProof(token, file, {
        signal: controller.signal,
        onProgress: (percent) => setSending({ name, sizeBytes, percent }),
      });
      setSent((before) => [...before, { key: `${before.length} ${name}`, name, sizeBytes }]);
    } catch (failure) {
      if (!controller.signal.aborted) setError(describe(failure));
    } finally {
      if (stop.current === controller) setSending(undefined);
    }
  }

  return { sent, sending, error, send, cancel: () => stop.current?.abort() };
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
