import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';

export interface Device {
  id: string;
  label: string;
}

export interface Devices {
  cameras: readonly Device[];
  microphones: readonly Device[];
}

/** With null, the browser chooses. */
export interface DeviceChoice {
  cameraId: string | null;
  microphoneId: string | null;
}

export const anyDevice: DeviceChoice = { cameraId: null, microphoneId: null };

const usesCamera = (kind: FileMemoryType) => kind !== 'audio';
const usesMicrophone = (kind: FileMemoryType) => kind !== 'photo';

// Every camera offers this, and at our bit rate a higher resolution would blur with any movement.
const filmSize = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 30, max: 30 } };
const photoSize = { width: { ideal: 3840 }, height: { ideal: 2160 } };

/** The constraints for `getUserMedia`. */
export function mediaConstraints(
  kind: FileMemoryType,
  { cameraId, microphoneId }: DeviceChoice,
): MediaStreamConstraints {
  const size = kind === 'photo' ? photoSize : filmSize;
  const camera = cameraId === null ? { facingMode: 'user' } : { deviceId: { exact: cameraId } };
  const microphone = microphoneId === null ? {} : { deviceId: { exact: microphoneId } };
  return {
    video: usesCamera(kind) && { ...size, ...camera },
    // Nothing is played while recording, and cancelling an echo that is not there spoils music.
    audio: usesMicrophone(kind) && { ...microphone, echoCancellation: false },
  };
}

/** The cameras and microphones to choose from, each listed once. */
export function sortDevices(
  all: readonly Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label' | 'groupId'>[],
) {
  const named = all.filter(({ deviceId }) => deviceId !== '' && deviceId !== 'communications');
  const isAlias = ({ deviceId, kind, groupId }: (typeof named)[number]) =>
    deviceId === 'default' &&
    named.some((other) => other.deviceId !== deviceId && other.kind === kind && other.groupId === groupId);
  const distinct = named.filter((device) => !isAlias(device));
  return {
    cameras: describe(
      distinct.filter(({ kind }) => kind === 'videoinput'),
      'Camera',
    ),
    microphones: describe(
      distinct.filter(({ kind }) => kind === 'audioinput'),
      'Microphone',
    ),
  };
}

function describe(devices: readonly Pick<MediaDeviceInfo, 'deviceId' | 'label'>[], word: string): Device[] {
  return devices.map(({ deviceId, label }, index) => ({
    id: deviceId,
    label: label || `${word} ${index + 1}`,
  }));
}

/**
 * People are used to their mirror image, so the preview of a front camera is mirrored; the recording never
 * is. Computer cameras do not report which way they face, but face the person in front of them.
 */
export function isShownMirrored(
  { facingMode }: Pick<MediaTrackSettings, 'facingMode'>,
  label: string,
): boolean {
  if (facingMode) return facingMode === 'user';
  return !/\b(back|rear|environment)\b/i.test(label);
}
