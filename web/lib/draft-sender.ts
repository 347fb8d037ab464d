import { ApiError } from './api/api-error.ts';
import type { DraftWorld } from './draft-keeper.ts';

/** While somebody types, what the server keeps is at most this old. */
export const sendDelayMs = 2000;
export const retryDelayMs = 20_000;

export interface SendOptions {
  /** The page may go away before the answer comes. */
  keepalive: boolean;
  signal: AbortSignal;
}

interface DraftSenderOptions<Values> {
  /** Keeps the values on the server, or forgets what it keeps; answers the time of its copy, null for none. */
  send: (values: Values | null, options: SendOptions) => Promise<string | null>;
  onSent: (values: Values | null, version: string | null) => void;
  onFailed: () => void;
}

/** Brings drafts to the server, the latest only and one at a time; what did not arrive is tried again. */
export function createDraftSender<Values>(
  world: Pick<DraftWorld, 'startTimer' | 'stopTimer' | 'isOver'>,
  { send, onSent, onFailed }: DraftSenderOptions<Values>,
) {
  let waiting: { values: Values | null } | undefined;
  let underWay: AbortController | undefined;
  let last = Promise.resolve();
  let timer: unknown;

  function wait(delayMs: number) {
    world.stopTimer(timer);
    timer = world.startTimer(() => void flush(false), delayMs);
  }

  /**
   * Sends `values` within two seconds, or in their place what is offered until then. Forgetting is not put off: who has
   * finished may leave the page at once.
   */
  function offer(values: Values | null): void {
    const isIdle = waiting === undefined && !underWay;
    waiting = { values };
    if (underWay) return;
    if (values === null) void flush();
    else if (isIdle) wait(sendDelayMs);
  }

  /**
   * Sends what waits, at once, and resolves when it has arrived or has not. What is under way is older, and is called
   * off. When its session is over nothing is sent: the next one may be somebody else's.
   */
  function flush(keepalive = true): Promise<void> {
    world.stopTimer(timer);
    if (!waiting || world.isOver()) return last;
    underWay?.abort();
    const { values } = waiting;
    waiting = undefined;
    last = deliver(values, keepalive);
    return last;
  }

  async function deliver(values: Values | null, keepalive: boolean): Promise<void> {
    const delivery = new AbortController();
    underWay = delivery;
    const isDone = await isDelivered(values, { keepalive, signal: delivery.signal });
    if (delivery.signal.aborted) return;
    underWay = undefined;
    if (waiting) wait(waiting.values === null ? 0 : isDone ? sendDelayMs : retryDelayMs);
  }

  /** False when it did not arrive and is worth another try. */
  async function isDelivered(values: Values | null, options: SendOptions): Promise<boolean> {
    try {
      const version = await send(values, options);
      if (!options.signal.aborted) onSent(values, version);
      return true;
    } catch (error) {
      if (options.signal.aborted) return true;
      onFailed();
      if (isFinal(error)) return true;
      waiting ??= { values };
      return false;
    }
  }

  return { offer, flush };
}

/** The server understood and refused: the same again would be refused again. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}
