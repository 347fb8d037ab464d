import { type ChangeTopic, changeTopics } from '../../../shared/system/events.ts';
import { readCredentials } from './credentials.ts';

const streamPath = '/api/events';
const name = 'long-after-changes';
const reopenMilliseconds = 5_000;
/** A tab may have released the stream because it has signed out, which the other tabs notice only a moment later. */
const takeoverMilliseconds = 500;

export interface ChangeStreamListener {
  onChange: (topics: readonly ChangeTopic[]) => void;
  /** The server refused the stream: probably nobody is signed in any more. */
  onRefused: () => void;
}

/**
 * Listens for the signed-in person's changes; returns the function that stops listening. Browsers open only six connections to
 * one server, so only the tab that holds the lock opens the stream, and passes its messages on to the other tabs.
 */
export function followChanges(listener: ChangeStreamListener): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => listener.onChange(data as ChangeTopic[]);
  const onChange = (topics: readonly ChangeTopic[]) => {
    channel.postMessage(topics);
    listener.onChange(topics);
  };
  const hold = (isTakeover: boolean) => holdStream(stop.signal, { ...listener, onChange }, isTakeover);
  if ('locks' in navigator) void holdWithLock(stop.signal, hold);
  else void hold(false);
  return () => {
    stop.abort();
    channel.close();
  };
}

/** Holds the stream at once if no other tab does, otherwise after the other tab has released the lock. */
async function holdWithLock(
  signal: AbortSignal,
  hold: (isTakeover: boolean) => Promise<void>,
): Promise<void> {
  const { locks } = navigator;
  const wasFree = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await hold(false);
    return lock !== null;
  });
  // Rejects only when aborted by `signal`.
  if (!wasFree) await locks.request(name, { signal }, () => hold(true)).catch(() => undefined);
}

/** Holds the stream until `signal` is aborted, and reopens it after a failure; anything may have changed in the meantime. */
function holdStream(signal: AbortSignal, listener: ChangeStreamListener, isTakeover: boolean): Promise<void> {
  // Aborted between the lock being granted and this call: a stream opened now would hold the lock forever.
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    let stream: EventSource | undefined;
    let reopening: number | undefined;
    // Between the other tab's stream and this one there is a gap.
    let missedSome = isTakeover;

    const open = () => {
      // After a sign-out the signed-in screens stay until the public ones are loaded; they must not send requests.
      if (readCredentials().token === null) return;
      const opened = new EventSource(streamPath, { withCredentials: true });
      stream = opened;
      opened.onopen = () => {
        if (missedSome) listener.onChange(changeTopics);
        missedSome = false;
      };
      opened.onmessage = ({ data }) => {
        const { topics } = JSON.parse(data) as { topics: ChangeTopic[] };
        listener.onChange(topics);
      };
      opened.onerror = () => {
        missedSome = true;
        // The browser reconnects by itself, unless the response was not a stream.
        if (opened.readyState !== EventSource.CLOSED) return;
        listener.onRefused();
        reopening = window.setTimeout(open, reopenMilliseconds);
      };
    };
    if (isTakeover) reopening = window.setTimeout(open, takeoverMilliseconds);
    else open();
    signal.addEventListener('abort', () => {
      window.clearTimeout(reopening);
      stream?.close();
      resolve();
    });
  });
}
