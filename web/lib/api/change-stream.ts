import { type ChangeTopic, changeTopics } from '../../../shared/system/events.ts';
import { readCredentials } from './credentials.ts';

const streamPath = '/api/events';
const name = 'long-after-changes';
const reopenMilliseconds = 5_000;
/** A tab may let go of the stream because it has signed out; the others hear of that only a moment later. */
const takeoverMilliseconds = 500;

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
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => listener.onChange(data as ChangeTopic[]);
  const onChange = (topics: readonly ChangeTopic[]) => {
    channel.postMessage(topics);
    listener.onChange(topics);
  };
  const hold = (isTakeover: boolean) => holdStream(stop.signal, { ...listener, onChange }, isTakeover);
  if ('locks' in navigator) void holdInTurn(stop.signal, hold);
  else void hold(false);
  return () => {
    stop.abort();
    channel.close();
  };
}

/** Holds at once where no other tab does, or takes over from the one that lets go. */
async function holdInTurn(signal: AbortSignal, hold: (isTakeover: boolean) => Promise<void>): Promise<void> {
  const { locks } = navigator;
  const wasFree = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await hold(false);
    return lock !== null;
  });
  // The request is refused only by our own stop.
  if (!wasFree) await locks.request(name, { signal }, () => hold(true)).catch(() => undefined);
}

/** Holds the stream until `signal`, opening it anew whenever it breaks; what was missed meanwhile is everything. */
function holdStream(signal: AbortSignal, listener: ChangeStreamListener, isTakeover: boolean): Promise<void> {
  // Stopped between the lock being granted and this call: a stream opened now would hold the lock for ever, for nobody.
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    let stream: EventSource | undefined;
    let reopening: number | undefined;
    // Between the stream that ended and the one that begins there is a gap.
    let missedSome = isTakeover;

    const open = () => {
      // The signed-in screens stay until those for everybody are loaded, and ask for nothing meanwhile.
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
        // The browser itself tries again, unless the answer was no stream at all.
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
