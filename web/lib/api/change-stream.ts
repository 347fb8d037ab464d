import type { ChangeTopic } from '../../../shared/events.ts';

const streamPath = '/api/events';
const name = 'long-after-changes';
const reopenMilliseconds = 5_000;
const takeoverMilliseconds = 1_000;

const everything: readonly ChangeTopic[] = [
  'memories',
  'recipients',
  'schedules',
  'stats',
  'profile',
  'sessions',
  'export',
  'legacy',
];

export interface ChangeStreamListener {
  onChange: (topics: readonly ChangeTopic[]) => void;
  /** The server will not open the stream: perhaps nobody is signed in any more. */
  onRefused: () => void;
}

/**
 * Hears what changes for the signed-in person; returns the way to stop. A browser opens only six connections to one
 * server, so one tab holds the stream for all: the one that has the lock. It passes on what it hears.
 */
export function followChanges(listener: ChangeStreamListener): () => void {
  const stop = new AbortController();
  const startedAt = performance.now();
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => listener.onChange(data as ChangeTopic[]);
  const hold = () =>
    holdStream(
      stop.signal,
      {
        ...listener,
        onChange: (topics) => {
          channel.postMessage(topics);
          listener.onChange(topics);
        },
      },
      // Whoever waited for the lock takes over from a tab that closed, with a gap between the two streams.
      performance.now() - startedAt > takeoverMilliseconds,
    );
  if ('locks' in navigator) {
    // The request is refused only by our own stop.
    navigator.locks.request(name, { signal: stop.signal }, hold).catch(() => undefined);
  } else {
    void hold();
  }
  return () => {
    stop.abort();
    channel.close();
  };
}

/** Holds the stream until `signal`, opening it anew whenever it breaks; what was missed meanwhile is everything. */
function holdStream(signal: AbortSignal, listener: ChangeStreamListener, hasGap: boolean): Promise<void> {
  // Stopped between the lock being granted and this call: a stream opened now would hold the lock for ever, for nobody.
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    let stream: EventSource;
    let reopening: number | undefined;
    let missedSome = hasGap;

    const open = () => {
      stream = new EventSource(streamPath, { withCredentials: true });
      stream.onopen = () => {
        if (missedSome) listener.onChange(everything);
        missedSome = false;
      };
      stream.onmessage = ({ data }) => {
        const { topics } = JSON.parse(data) as { topics: ChangeTopic[] };
        listener.onChange(topics);
      };
      stream.onerror = () => {
        missedSome = true;
        // The browser itself tries again, unless the answer was no stream at all.
        if (stream.readyState !== EventSource.CLOSED) return;
        listener.onRefused();
        reopening = window.setTimeout(open, reopenMilliseconds);
      };
    };
    open();
    signal.addEventListener('abort', () => {
      window.clearTimeout(reopening);
      stream.close();
      resolve();
    });
  });
}
