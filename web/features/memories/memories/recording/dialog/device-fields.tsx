import { Select } from '../../../../../ui/select.tsx';
import type { Device } from '../devices/devices.ts';
import type { Recorder } from './use-recorder.ts';

/** Offers a choice of camera and microphone if there are several. */
export function DeviceFields({ recorder }: { recorder: Recorder }) {
  const { kind, devices, choice, stream, open } = recorder;
  const [camera] = stream?.getVideoTracks() ?? [];
  const [microphone] = stream?.getAudioTracks() ?? [];
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {kind !== 'audio' && (
        <DeviceField
          label="Camera"
          devices={devices.cameras}
          track={camera}
          onChange={(cameraId) => void open({ ...choice, cameraId })}
        />
      )}
      {kind !== 'photo' && (
        <DeviceField
          label="Microphone"
          devices={devices.microphones}
          track={microphone}
          onChange={(microphoneId) => void open({ ...choice, microphoneId })}
        />
      )}
    </div>
  );
}

interface DeviceFieldProps {
  label: string;
  devices: readonly Device[];
  track: MediaStreamTrack | undefined;
  onChange: (id: string) => void;
}

function DeviceField({ label, devices, track, onChange }: DeviceFieldProps) {
  if (devices.length < 2) return null;
  return (
    <Select
      label={label}
      value={track?.getSettings().deviceId ?? ''}
      options={devices.map(({ id, label: name }) => ({ value: id, label: name }))}
      placeholder="Choose one"
      onChange={onChange}
    />
  );
}
