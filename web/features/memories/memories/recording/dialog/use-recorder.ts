import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';
import { chooseFormat } from '../capture/formats.ts';
import { makeFile } from '../capture/make-file.ts';
import { type Finished, type RecordOptions, type RunningRecording, record } from '../capture/record.ts';
import { takePhoto } from '../capture/take-photo.ts';
import type { DeviceChoice } from '../devices/devices.ts';
import { useDevices } from '../devices/use-devices.ts';
import { deleteRecording } from '../store/recording-store.ts';
import { countdownSeconds, type Problem, problemOf, type Stage } from './stage.ts';

interface UseRecorderOptions {
  kind: FileMemoryType;
  ownerId: string;
}

export type Recorder = ReturnType<typeof useRecorder>;

/** The recorder's stages and actions. Camera and microphone are closed as soon as recording ends. */
export function useRecorder({ kind, ownerId }: UseRecorderOptions) {
  const [stage, setStage] = useState<Stage>({ at: 'intro' });
  const preview = useRef<HTMLVideoElement>(null);
  const { stream, choice, devices, open, close } = useDevices(kind);
  const { finish } = useFinish(close, setStage);
  const { start, ...running } = useRunning(setStage);

  async function openDevices(wanted: DeviceChoice = choice): Promise<void> {
    const found = findProblem(kind);
    if (found) {
      setStage({ at: 'problem', problem: found });
      return;
    }
    // Changing to another device does not leave this stage.
    if (stage.at !== 'ready') setStage({ at: 'opening' });
    try {
      if (await open(wanted)) setStage({ at: 'ready' });
    } catch (error) {
      setStage({ at: 'problem', problem: problemOf(error instanceof Error ? error.name : '') });
    }
  }

  async function begin(): Promise<void> {
    try {
      // A newly chosen device is still opening: nothing would be recorded.
      if (!stream) setStage({ at: 'ready' });
      else if (kind === 'photo') await capturePhoto(stream);
      else
        start({ stream, kind, mimeType: chooseFormat(kind, isOffered) ?? '', ownerId, onFinished: finish });
    } catch {
      close();
      setStage({ at: 'problem', problem: 'failed' });
    }
  }

  async function capturePhoto(from: MediaStream): Promise<void> {
    setStage({ at: 'finishing' });
    const [camera] = from.getVideoTracks();
    if (!camera || !preview.current) throw new Error('There is no camera');
    const file = await takePhoto(camera, preview.current);
    close();
    const take = {
      file,
      seconds: null,
      recordingId: null,
      ending: 'stopped',
      isStored: false,
      release: () => {},
    } as const;
    setStage({ at: 'review', take });
  }

  useCountdown(stage, setStage, () => void begin());

  return {
    ...running,
    kind,
    stage,
    stream,
    choice,
    devices,
    preview,
    open: openDevices,
    countDown: () => setStage({ at: 'countdown', left: countdownSeconds }),
    cancelCountdown: () => setStage({ at: 'ready' }),
    begin: () => void begin(),
  };
}

/** The running recording, which stops when the component unmounts. */
function useRunning(setStage: (stage: Stage) => void) {
  const [isStorageFailing, setStorageFailing] = useState(false);
  const running = useRef<RunningRecording | null>(null);
  useEffect(() => () => running.current?.stop(), []);

  return {
    isStorageFailing,
    start(options: Omit<RecordOptions, 'onStorageFailed' | 'onInterrupted'>): void {
      setStorageFailing(false);
      running.current = record({
        ...options,
        onStorageFailed: () => setStorageFailing(true),
        onInterrupted: () => setStage({ at: 'paused', isInterrupted: true }),
      });
      setStage({ at: 'recording' });
    },
    progress: () => running.current?.progress() ?? { seconds: 0, sizeBytes: 0 },
    pause(): void {
      running.current?.pause();
      setStage({ at: 'paused', isInterrupted: false });
    },
    resume(): void {
      running.current?.resume();
      setStage({ at: 'recording' });
    },
    stop: () => running.current?.stop(),
  };
}

function isOffered(mimeType: string): boolean {
  return MediaRecorder.isTypeSupported(mimeType);
}

/** Why asking for a device would be pointless. */
function findProblem(kind: FileMemoryType): Problem | null {
  if (!window.isSecureContext) return 'insecure';
  if (!('mediaDevices' in navigator && 'locks' in navigator)) return 'unsupported';
  if (kind === 'photo') return null;
  const canRecord = 'MediaRecorder' in window && chooseFormat(kind, isOffered) !== null;
  return canRecord ? null : 'unsupported';
}

/** Turns a recording into a file. If the component has unmounted meanwhile, the recording stays in this browser. */
function useFinish(close: () => void, setStage: (stage: Stage) => void) {
  const isHere = useRef(false);
  const current = useRef<(() => void) | null>(null);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      current.current?.();
    };
  }, []);

  async function finish({ recording, pieces, ending, isStored, release }: Finished): Promise<void> {
    current.current = release;
    if (!isHere.current) {
      release();
      return;
    }
    close();
    setStage({ at: 'finishing' });
    try {
      const { file, seconds } = await makeFile(recording, pieces);
      const take = { file, seconds, recordingId: recording.id, ending, isStored, release };
      setStage({ at: 'review', take });
    } catch {
      release();
      const isEmpty = recording.seconds < 2;
      if (isEmpty) await deleteRecording(recording.id).catch(() => undefined);
      setStage({ at: 'problem', problem: isEmpty ? 'empty' : 'failed' });
    }
  }

  return { finish: (finished: Finished) => void finish(finished) };
}

function useCountdown(stage: Stage, setStage: (stage: Stage) => void, begin: () => void): void {
  const handleEnd = useEffectEvent(begin);
  useEffect(() => {
    if (stage.at !== 'countdown') return;
    const timer = window.setTimeout(() => {
      if (stage.left > 1) setStage({ at: 'countdown', left: stage.left - 1 });
      else handleEnd();
    }, 1000);
    return () => window.clearTimeout(timer);
  }, [stage, setStage]);
}
