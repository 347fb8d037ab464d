import { describe, expect, test } from 'vitest';
import { anyDevice, isShownMirrored, mediaConstraints, sortDevices } from './devices.ts';

const device = (kind: MediaDeviceKind, deviceId: string, label = deviceId, groupId = deviceId) => ({
  kind,
  deviceId,
  label,
  groupId,
});

describe('what is asked of the browser', () => {
  test('only what is needed', () => {
    expect(mediaConstraints('photo', anyDevice).audio).toBe(false);
    expect(mediaConstraints('audio', anyDevice).video).toBe(false);
    expect(mediaConstraints('video', anyDevice)).toMatchObject({ video: { facingMode: 'user' }, audio: {} });
  });

  test('the camera and the microphone that were chosen, and no others', () => {
    expect(mediaConstraints('video', { cameraId: 'back', microphoneId: 'desk' })).toMatchObject({
      video: { deviceId: { exact: 'back' } },
      audio: { deviceId: { exact: 'desk' } },
    });
  });
});

describe('the devices to choose from', () => {
  test('a second name for the same microphone is left out', () => {
    const { microphones } = sortDevices([
      device('audioinput', 'default', 'Default - Desk', 'desk'),
      device('audioinput', 'communications', 'Communications - Desk', 'desk'),
      device('audioinput', '1', 'Desk', 'desk'),
      device('audiooutput', '2', 'Speakers'),
    ]);
    expect(microphones).toEqual([{ id: '1', label: 'Desk' }]);
  });

  test('"default" stays where nothing else stands for it', () => {
    expect(sortDevices([device('audioinput', 'default', 'Default', 'a')]).microphones).toHaveLength(1);
  });

  test('those without a name are counted', () => {
    const all = [device('videoinput', '1', ''), device('videoinput', '2', '')];
    expect(sortDevices(all).cameras.map(({ label }) => label)).toEqual(['Camera 1', 'Camera 2']);
  });
});

describe('the mirror', () => {
  test.each([
    ['the camera on the side of the screen', { facingMode: 'user' }, '', true],
    ['the camera on the back', { facingMode: 'environment' }, '', false],
    ['a camera of a computer, which does not say', {}, 'FaceTime HD Camera', true],
    ['one that only its name tells', {}, 'camera2 0, facing back', false],
  ])('%s', (_what, settings, label, expected) => {
    expect(isShownMirrored(settings, label)).toBe(expected);
  });
});
