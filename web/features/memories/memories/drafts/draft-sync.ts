import { ApiError } from '../../../../lib/api/api-error.ts';
import type { DraftEnvironment } from './local-draft.ts';

/** While somebody types, the server's copy is at most this old. */
export const sendDelayMs = 2000;
export const retryDelayMs = 20_000;

export interface SendOptions {
  /** Lets the request outlive the page. */
  keepalive: boolean;
  signal: AbortSignal;
}

interface DraftSyncOptions<Values> {
  /** Saves the values on the server, or deletes its copy; resolves with the version, null after a deletion. */
  send: (values: Values | null, options: SendOptions) => Promise<string | null>;
  onSent: (values: Values | null, version: string | null) => void;
  /** With the server's words if it would refuse the same again. */
  onFailed: (refusal: string | null) => void;
}

export type DraftSync<Values> = ReturnType<typeof createDraftSync<Values>>;

/** Sends a draft to the server: only the latest values, one request at a time. Failed requests are retried. */
export function createDraftSync<Values>(
  environment: Pick<DraftEnvironment, 'startTimer' | 'stopTimer' | 'isOver'>,
  { send, onSent, onFailed }: DraftSyncOptions<Values>,
) {
  let queued: { values: Values | null } | undefined;
  let underWay: AbortController | undefined;
  let last = Promise.resolve();
  let timer: unknown;

  function flushIn(delayMs: number) {
    environment.stopTimer(timer);
    timer = environment.startTimer(() => void flush(false), delayMs);
  }

  /**
   * Sends `values` within two seconds, unless newer ones are queued before that. A deletion is not delayed:
   * somebody who has finished may leave the page at once.
   */
  function queue(values: Values | null): void {
    const isIdle = queued === undefined && !underWay;
    queued = { values };
    if (underWay) return;
    if (values === null) void flush();
    else if (isIdle) flushIn(sendDelayMs);
  }

  /**
   * Sends what is queued at once, and aborts the older request; resolves once it has succeeded or failed.
   * After the end of the session nothing is sent: the next session may belong to somebody else.
   */
  function flush(keepalive = true): Promise<void> {
    environment.stopTimer(timer);
    if (!queued || environment.isOver()) return last;
    underWay?.abort();
    const { values } = queued;
    queued = undefined;
    last = deliver(values, keepalive);
    return last;
  }

  /**
   * For a screen that closes while the page stays: the same, but a deletion waits for the request under way. If it
   * overtook that one, the server would keep what somebody has just finished.
   */
  function finish(): Promise<void> {
    return underWay && queued?.values === null ? last.then(() => flush()) : flush();
  }

  async function deliver(values: Values | null, keepalive: boolean): Promise<void> {
    const request = new AbortController();
    underWay = request;
    const pauseMs = await tryToSend(values, { keepalive, signal: request.signal });
    if (request.signal.aborted) return;
    underWay = undefined;
    if (queued) flushIn(pauseMs ?? (queued.values === null ? 0 : sendDelayMs));
  }

  /** After how many milliseconds to try again; undefined if this is over. */
  async function tryToSend(values: Values | null, options: SendOptions): Promise<number | undefined> {
    try {
      const version = await send(values, options);
      if (!options.signal.aborted) onSent(values, version);
      return undefined;
    } catch (error) {
      if (options.signal.aborted) return undefined;
      const isOver = isRefusedForGood(error);
      onFailed(isOver ? (error.sentence ?? null) : null);
      if (isOver) return undefined;
      queued ??= { values };
      return pauseAfter(error);
    }
  }

  return { queue, flush, finish };
}

/** Timed out, in conflict with something that may be over soon, or too many requests. */
const forTheMoment: readonly number[] = [408, 409, 429];

/** The server would refuse the same request again. */
function isRefusedForGood(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && !forTheMoment.includes(error.status);
}

function pauseAfter(error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return asked === undefined ? retryDelayMs : asked * 1000;
}
