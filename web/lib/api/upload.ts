import { beginActivity } from '../activity.ts';
import { ApiError } from './api-error.ts';
import { readCredentials } from './credentials.ts';
import { authorization, isRefusal } from './request.ts';
import { endRefusedSession } from './session-end.ts';

export interface UploadOptions {
  method?: 'POST' | 'PATCH' | undefined;
  /** A UUID; the same for the same content, so that a retry does not create anything twice. */
  idempotencyKey?: string | undefined;
  /** Called with 0 to 100. */
  onProgress?: ((percent: number) => void) | undefined;
  /** Aborts the upload; the promise then rejects with an AbortError. */
  signal?: AbortSignal | undefined;
}

/** Sends a multipart form with progress, which `fetch` does not report. Throws like `write`. */
export async function upload<Result>(
  path: string,
  form: FormData,
  options: UploadOptions = {},
): Promise<Result> {
  const token = readCredentials().token;
  const endActivity = beginActivity();
  try {
    const answer = await send(path, form, token, options);
    if (isRefusal(answer.status)) void endRefusedSession(token);
    if (answer.status < 200 || answer.status > 299) throw new ApiError(answer);
    return (answer.body ? JSON.parse(answer.body) : undefined) as Result;
  } finally {
    endActivity();
  }
}

interface Answer {
  status: number;
  statusText: string;
  body: string;
}

function send(path: string, form: FormData, token: string | null, options: UploadOptions): Promise<Answer> {
  const { method = 'POST', idempotencyKey, onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(authorization(token))) request.setRequestHeader(name, value);
    if (idempotencyKey) request.setRequestHeader('Idempotency-Key', idempotencyKey);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress?.((loaded / total) * 100);
    };
    request.onload = () =>
      resolve({ status: request.status, statusText: request.statusText, body: request.responseText });
    request.onerror = () => reject(new TypeError('The upload did not reach the server'));
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    if (signal?.aborted) {
      request.onabort(new ProgressEvent('abort'));
      return;
    }
    signal?.addEventListener('abort', abort);
    request.send(form);
  });
}
