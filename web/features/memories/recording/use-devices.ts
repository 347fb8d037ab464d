import { useCallback, useEffect, useRef, useState } from 'react';
import type { FileMemoryType } from '../../../../shared/memories/memory-limits.ts';
import type { DeviceChoice, Devices } from './devices.ts';
import { anyDevice, sortDevices, wantedTracks } from './devices.ts';

const noDevices: Devices = { cameras: [], microphones: [] };

/** Camera and microphone, from the moment they are asked for until they are closed or the screen goes. */
export function useDevices(kind: FileMemoryType) {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [choice, setChoice] = useState(anyDevice);
  const opened = useRef<MediaStream | null>(null);
  const turn = useRef(0);

  const close = useCallback(() => {
    turn.current += 1;
    for (const track of opened.current?.getTracks() ?? []) track.stop();
    opened.current = null;
    setStream(null);
  }, []);

  /** Asks the browser, which asks the person. Answers whether they are open; throws what getUserMedia throws. */
  const open = useCallback(
    async (wanted: DeviceChoice): Promise<boolean> => {
      // Many phones open one camera at a time.
      close();
      const ownTurn = turn.current;
      const next = await navigator.mediaDevices.getUserMedia(wantedTracks(kind, wanted));
      if (ownTurn !== turn.current) {
        for (const track of next.getTracks()) track.stop();
        return false;
      }
      opened.current = next;
      setStream(next);
      setChoice(wanted);
      return true;
    },
    [kind, close],
  );

  useEffect(() => close, [close]);
  return { stream, choice, devices: useDeviceList(stream !== null), open, close };
}

/** What there is to choose from; browsers tell the names once a device is open. */
function useDeviceList(isOpen: boolean): Devices {
  const [devices, setDevices] = useState(noDevices);
  useEffect(() => {
    if (!isOpen) return;
    let isCurrent = true;
    const list = async () => {
      const all = await navigator.mediaDevices.enumerateDevices();
      if (isCurrent) setDevices(sortDevices(all));
    };
    void list();
    const listAgain = () => void list();
    navigator.mediaDevices.addEventListener('devicechange', listAgain);
    return () => {
      isCurrent = false;
      navigator.mediaDevices.removeEventListener('devicechange', listAgain);
    };
  }, [isOpen]);
  return devices;
}
