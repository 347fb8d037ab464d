import type { FileMemoryType } from '../../../../shared/memories/memory-limits.ts';

/** A camera or microphone to choose from. */
export interface Device {
  id: string;
  label: string;
}

export interface Devices {
  cameras: readonly Device[];
  microphones: readonly Device[];
}

/** Which ones to use; null leaves it to the browser. */
export interface DeviceChoice {
  cameraId: string | null;
  microphoneId: string | null;
}

export const anyDevice: DeviceChoice = { cameraId: null, microphoneId: null };

const usesCamera = (kind: FileMemoryType) => kind !== 'audio';
const usesMicrophone = (kind: FileMemoryType) => kind !== 'photo';

// Cameras give this as it is, and at our bit rate more would be blurred by any movement.
const filmSize = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 30, max: 30 } };
const photoSize = { width: { ideal: 3840 }, height: { ideal: 2160 } };

/** What to ask the browser for. */
export function wantedTracks(
  kind: FileMemoryType,
  { cameraId, microphoneId }: DeviceChoice,
): MediaStreamConstraints {
  const size = kind === 'photo' ? photoSize : filmSize;
  const camera = cameraId === null ? { facingMode: 'user' } : { deviceId: { exact: cameraId } };
  const microphone = microphoneId === null ? {} : { deviceId: { exact: microphoneId } };
  return {
    video: usesCamera(kind) && { ...size, ...camera },
    // Nothing is heard while it is recorded, and taking out an echo that is not there harms a song.
    audio: usesMicrophone(kind) && { ...microphone, echoCancellation: false },
  };
}

/** The cameras and microphones to choose from: those that another name stands for are left out. */
export function sortDevices(
  all: readonly Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label' | 'groupId'>[],
) {
  const named = all.filter(({ deviceId }) => deviceId !== '' && deviceId !== 'communications');
  const isSecondName = ({ deviceId, kind, groupId }: (typeof named)[number]) =>
    deviceId === 'default' &&
    named.some((other) => other.deviceId !== deviceId && other.kind === kind && other.groupId === groupId);
  const distinct = named.filter((device) => !isSecondName(device));
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
 * People know themselves from the mirror, so the camera that looks at them is shown that way; what is kept never is.
 * Cameras of computers do not say where they look, and look at who sits in front of them.
 */
export function isShownMirrored(
  { facingMode }: Pick<MediaTrackSettings, 'facingMode'>,
  label: string,
): boolean {
  if (facingMode) return facingMode === 'user';
  return !/\b(back|rear|environment)\b/i.test(label);
}
