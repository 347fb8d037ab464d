import { AudioSampleSink, type InputAudioTrack, PCM_AUDIO_CODECS } from 'mediabunny';

const pieces = 800;

/**
 * The loudness of equally long pieces of a sound that is stored as it is (PCM), from 0 to 1; null for any other, which would
 * have to be decoded.
 */
export async function readPcmLevels(track: InputAudioTrack, seconds: number): Promise<number[] | null> {
  const isPlain = PCM_AUDIO_CODECS.some((codec) => codec === track.codec);
  if (!isPlain || seconds <= 0) return null;
  const power = new Float64Array(pieces);
  const heard = new Uint32Array(pieces);
  for await (const sample of new AudioSampleSink(track).samples()) {
    const values = new Float32Array(sample.numberOfFrames * sample.numberOfChannels);
    sample.copyTo(values, { planeIndex: 0, format: 'f32' });
    values.forEach((value, index) => {
      const at = sample.timestamp + Math.floor(index / sample.numberOfChannels) / sample.sampleRate;
      const piece = Math.min(pieces - 1, Math.max(0, Math.floor((at / seconds) * pieces)));
      power[piece] = (power[piece] ?? 0) + value * value;
      heard[piece] = (heard[piece] ?? 0) + 1;
    });
    sample.close();
  }
  return [...power].map((sum, piece) => Number(Math.sqrt(sum / Math.max(1, heard[piece] ?? 0)).toFixed(4)));
}
