import { beginActivity } from '../../../../../lib/activity.ts';
import { markRecordingInUse, type StoredRecording, savePiece } from '../store/recording-store.ts';
import { pictureBitsPerSecond, type RecordedKind, soundBitsPerSecond } from './formats.ts';
import { createStopwatch, isFull } from './recording-time.ts';

/** A crash costs at most this much. */
const pieceMilliseconds = 1000;

/** Why a recording ended: somebody stopped it, it reached the size limit, a device was disconnected, or the browser gave up. */
export type Ending = 'stopped' | 'full' | 'lost' | 'broken';

export interface Finished {
  recording: StoredRecording;
  pieces: readonly Blob[];
  ending: Ending;
  /** Whether all of it is in this browser; otherwise closing the page loses what is not. */
  isStored: boolean;
  /** Ends its use; from then on it counts as unsent. */
  release: () => void;
}

export interface RunningRecording {
  progress: () => { seconds: number; sizeBytes: number };
  pause: () => void;
  resume: () => void;
  stop: () => void;
}

export interface RecordOptions {
  stream: MediaStream;
  kind: RecordedKind;
  mimeType: string;
  ownerId: string;
  onFinished: (finished: Finished) => void;
  /** The browser has no space to store it; recording continues in memory. */
  onStorageFailed: () => void;
  /** Something else took a device for now, such as a phone call: recording pauses until somebody continues it. */
  onInterrupted: () => void;
}

/**
 * Records from the stream until it is stopped, is full, or a device is disconnected. Each second is stored in this
 * browser at once. Throws what MediaRecorder throws.
 */
export function record(options: RecordOptions): RunningRecording {
  const { stream, kind, onFinished } = options;
  const recorder = new MediaRecorder(stream, {
    mimeType: options.mimeType,
    audioBitsPerSecond: soundBitsPerSecond[kind],
    ...(kind === 'video' && { videoBitsPerSecond: pictureBitsPerSecond }),
  });
  recorder.start(pieceMilliseconds);
  const watch = createStopwatch(() => performance.now());
  watch.start();
  const writer = createWriter(options);
  // If it ends without our doing, the browser ended it.
  let ending: Ending = 'broken';
  let endActivity = beginActivity();

  function stop(reason: Ending): void {
    if (recorder.state === 'inactive') return;
    ending = reason;
    recorder.stop();
  }
  function pause(): void {
    // Somebody who pauses may leave: store everything since the last piece.
    recorder.requestData();
    recorder.pause();
    watch.pause();
    // A paused recording does not keep the session alive.
    endActivity();
  }
  function resume(): void {
    recorder.resume();
    watch.start();
    endActivity = beginActivity();
  }

  recorder.ondataavailable = ({ data }) => {
    writer.add(data, watch.seconds());
    if (isFull(writer.recording())) stop('full');
  };
  recorder.onerror = () => stop('broken');
  recorder.onstop = () => {
    watch.pause();
    endActivity();
    stopListening.abort();
    void writer.finish().then((recorded) => onFinished({ ...recorded, ending }));
  };
  const stopListening = new AbortController();
  const { signal } = stopListening;
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => stop('lost'), { signal });
    const interrupt = () => {
      if (recorder.state !== 'recording') return;
      pause();
      options.onInterrupted();
    };
    track.addEventListener('mute', interrupt, { signal });
  }
  // Phones end hidden pages without asking: store everything since the last piece before that.
  const storeSoFar = () => {
    if (recorder.state === 'recording' && document.visibilityState === 'hidden') recorder.requestData();
  };
  document.addEventListener('visibilitychange', storeSoFar, { signal });
  return {
    progress: () => ({ seconds: watch.seconds(), sizeBytes: writer.recording().sizeBytes }),
    pause,
    resume,
    stop: () => stop('stopped'),
  };
}

/** Collects the pieces in memory, and stores them one after the other. */
function createWriter({ ownerId, kind, mimeType, onStorageFailed }: RecordOptions) {
  const pieces: Blob[] = [];
  const id = crypto.randomUUID();
  const release = markRecordingInUse(id);
  let recording: StoredRecording = {
    id,
    ownerId,
    kind,
    mimeType,
    startedAtMs: Date.now(),
    seconds: 0,
    sizeBytes: 0,
  };
  let writing = Promise.resolve();
  let isStoring = true;

  async function write(upToHere: StoredRecording, index: number, piece: Blob): Promise<void> {
    // Anything after a gap could not be played.
    if (!isStoring) return;
    try {
      await savePiece(upToHere, index, await piece.arrayBuffer());
    } catch {
      isStoring = false;
      onStorageFailed();
    }
  }

  return {
    recording: () => recording,
    add(piece: Blob, seconds: number): void {
      if (piece.size === 0) return;
      recording = { ...recording, seconds, sizeBytes: recording.sizeBytes + piece.size };
      const [upToHere, index] = [recording, pieces.length];
      pieces.push(piece);
      writing = writing.then(() => write(upToHere, index, piece));
    },
    async finish() {
      await writing;
      return { recording, pieces, isStored: isStoring, release };
    },
  };
}
