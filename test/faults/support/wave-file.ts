import { randomBytes } from 'node:crypto';

/** A different sound each time: `sizeBytes` of noise after the 44 bytes of a WAV header. */
export function waveFile(sizeBytes: number): { name: string; contentType: string; bytes: Buffer } {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'ascii');
  head.writeUInt32LE(36 + sizeBytes, 4);
  head.write('WAVEfmt ', 8, 'ascii');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'ascii');
  head.writeUInt32LE(sizeBytes, 40);
  return {
    name: 'sound.wav',
    contentType: 'audio/wav',
    bytes: Buffer.concat([head, randomBytes(sizeBytes)]),
  };
}
