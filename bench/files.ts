import { randomFillSync } from 'node:crypto';

const headerBytes = 44;

/** A WAV of noise, `sizeBytes` in total: a real sound that no storage can compress. */
export function soundOf(sizeBytes: number): Buffer {
  const file = Buffer.alloc(sizeBytes);
  const dataBytes = sizeBytes - headerBytes;
  const [channels, samplesPerSecond, bytesPerSample] = [2, 44_100, 2];
  const frameBytes = channels * bytesPerSample;
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(sizeBytes - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(samplesPerSecond, 24);
  file.writeUInt32LE(samplesPerSecond * frameBytes, 28);
  file.writeUInt16LE(frameBytes, 32);
  file.writeUInt16LE(bytesPerSample * 8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(dataBytes, 40);
  randomFillSync(file, headerBytes);
  return file;
}
