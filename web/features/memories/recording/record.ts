import { beginActivity } from '../../../lib/activity.ts';
import type { RecordedKind } from './formats.ts';
import { pictureBitsPerSecond, soundBitsPerSecond } from './formats.ts';
import { holdRecording } from './in-use.ts';
import type { KeptRecording } from './kept-recordings.ts';
import { keepPiece } from './kept-recordings.ts';
import { isFull } from './remaining.ts';
import { createStopwatch } from './stopwatch.ts';

/** How much a crash can cost. */
const pieceMilliseconds = 1000;

/** Why it ended: it was stopped, it was as large as it may be, or camera or microphone went away. */
export type Ending = 'stopped' | 'full' | 'lost';

export interface Finished {
  recording: KeptRecording;
  pieces: readonly Blob[];
  ending: Ending;
  /** Ends its use here: from then on it counts as left behind. */
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
  /** This browser has no room to keep it while it runs; it goes on in memory. */
  onUnkept: () => void;
}

/**
 * Records from the stream until it is stopped, is full, or a device goes away. Each second of it is kept in this
 * browser as it comes. Throws what MediaRecorder throws.
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
  const keeper = createKeeper(options);
  let ending: Ending = 'stopped';
  let endActivity = beginActivity();

  function stop(reason: Ending): void {
    if (recorder.state === 'inactive') return;
    ending = reason;
    recorder.stop();
  }
  function pause(): void {
    // What has come since the last piece is kept before somebody goes away.
    recorder.requestData();
    recorder.pause();
    watch.pause();
    // Somebody who pauses may have gone away; the session may then end as ever.
    endActivity();
  }
  function resume(): void {
    recorder.resume();
    watch.start();
    endActivity = beginActivity();
  }

  recorder.ondataavailable = ({ data }) => {
    keeper.add(data, watch.seconds());
    if (isFull(keeper.recording())) stop('full');
  };
  recorder.onerror = () => stop('lost');
  recorder.onstop = () => {
    watch.pause();
    endActivity();
    void keeper.settled().then((kept) => onFinished({ ...kept, ending }));
  };
  for (const track of stream.getTracks()) track.addEventListener('ended', () => stop('lost'));
  return {
    progress: () => ({ seconds: watch.seconds(), sizeBytes: keeper.recording().sizeBytes }),
    pause,
    resume,
    stop: () => stop('stopped'),
  };
}

/** Holds the pieces here, and writes each of them down once the one before is. */
function createKeeper({ ownerId, kind, mimeType, onUnkept }: RecordOptions) {
  const pieces: Blob[] = [];
  const id = crypto.randomUUID();
  const release = holdRecording(id);
  let recording: KeptRecording = {
    id,
    ownerId,
    kind,
    mimeType,
    startedAtMs: Date.now(),
    seconds: 0,
    sizeBytes: 0,
  };
  let writing = Promise.resolve();
  let isKept = true;

  async function write(kept: KeptRecording, index: number, piece: Blob): Promise<void> {
    // With a gap the rest could not be played.
    if (!isKept) return;
    try {
      await keepPiece(kept, index, await piece.arrayBuffer());
    } catch {
      isKept = false;
      onUnkept();
    }
  }

  return {
    recording: () => recording,
    add(piece: Blob, seconds: number): void {
      if (piece.size === 0) return;
      recording = { ...recording, seconds, sizeBytes: recording.sizeBytes + piece.size };
      const [kept, index] = [recording, pieces.length];
      pieces.push(piece);
      writing = writing.then(() => write(kept, index, piece));
    },
    async settled() {
      await writing;
      return { recording, pieces, release };
    },
  };
}
