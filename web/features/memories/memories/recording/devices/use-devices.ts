import { useCallback, useEffect, useRef, useState } from 'react';
import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';
import { anyDevice, type DeviceChoice, type Devices, mediaConstraints, sortDevices } from './devices.ts';

const noDevices: Devices = { cameras: [], microphones: [] };

/** Camera and microphone, from `open` until `close` or until the component unmounts. */
export function useDevices(kind: FileMemoryType) {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [choice, setChoice] = useState(anyDevice);
  const [devices, setDevices] = useState(noDevices);
  const opened = useRef<MediaStream | null>(null);
  const generation = useRef(0);

  const close = useCallback(() => {
    generation.current += 1;
    for (const track of opened.current?.getTracks() ?? []) track.stop();
    opened.current = null;
    setStream(null);
  }, []);

  /** Opens the devices, closing open ones first; false if they were closed again meanwhile. Throws what getUserMedia throws. */
  const open = useCallback(
    async (wanted: DeviceChoice): Promise<boolean> => {
      // Many phones can open only one camera at a time.
      close();
      const ownGeneration = generation.current;
      const isOver = () => ownGeneration !== generation.current;
      const next = await navigator.mediaDevices
        .getUserMedia(mediaConstraints(kind, wanted))
        .catch((error: unknown) => {
          // If another device was chosen meanwhile, only that one counts.
          if (isOver()) return null;
          throw error;
        });
      if (next === null || isOver()) {
        for (const track of next?.getTracks() ?? []) track.stop();
        return false;
      }
      opened.current = next;
      // Shown together: fields that appear later would move the button under a finger.
      const listed = await listDevices();
      if (isOver()) return false;
      setDevices(listed);
      setStream(next);
      setChoice(wanted);
      return true;
    },
    [kind, close],
  );

  useEffect(() => close, [close]);
  useEffect(() => {
    if (!stream) return;
    const listAgain = () => void listDevices().then(setDevices);
    navigator.mediaDevices.addEventListener('devicechange', listAgain);
    return () => navigator.mediaDevices.removeEventListener('devicechange', listAgain);
  }, [stream]);
  return { stream, choice, devices, open, close };
}

/** Browsers reveal the names only while a device is open. Without a list there is nothing to choose, and recording continues. */
function listDevices(): Promise<Devices> {
  return navigator.mediaDevices.enumerateDevices().then(sortDevices, () => noDevices);
}
