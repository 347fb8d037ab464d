import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import type { Container } from '../recordings.ts';
import { openInput } from './open-input.ts';

const formats: Readonly<Partial<Record<Container, () => OutputFormat>>> = {
  // Playback can start before it has loaded completely.
  mov: () => new Mp4OutputFormat({ fastStart: 'reserve' }),
  matroska: () => new WebMOutputFormat(),
  mp3: () => new Mp3OutputFormat(),
  wav: () => new WavOutputFormat(),
  ogg: () => new OggOutputFormat(),
};

/**
 * Copies the packets of the first picture and the first sound of a recording, byte for byte, into a new file of the same
 * container (MP4 for MOV), and nothing else: no names, tags, boxes or tracks in which a camera says where it was.
 */
export async function copyPackets(
  container: Container,
  kind: 'video' | 'audio',
  path: string,
  toPath: string,
): Promise<void> {
  const format = formats[container];
  if (!format) throw new Error(`${container} cannot be written here`);
  const input = openInput(container, path);
  const video = kind === 'video' ? await input.getPrimaryVideoTrack() : null;
  const tracks = [video, await input.getPrimaryAudioTrack()].filter((track) => track !== null);
  const output = new Output({ format: format(), target: new FilePathTarget(toPath) });
  const begin = await beginningOf(tracks, output);
  const copies = await Promise.all(tracks.map((track) => prepareCopy(track, output, begin)));
  await output.start();
  await Promise.all(copies.map((copy) => copy()));
  await output.finalize();
}

/** A sound may begin with a piece before zero, which is not heard; MP4 keeps it there. */
async function beginningOf(tracks: readonly InputTrack[], output: Output): Promise<number> {
  if (output.format.negativeTimestampSupport === 'full') return 0;
  return Math.min(0, ...(await Promise.all(tracks.map((track) => track.getFirstTimestamp()))));
}

/** Adds a track to the output; the returned function copies its packets. */
async function prepareCopy(
  track: InputVideoTrack | InputAudioTrack,
  output: Output,
  begin: number,
): Promise<() => Promise<void>> {
  const { packetCount: maximumPacketCount } = await track.computePacketStats();
  const packets = shiftedPackets(track, begin);
  if (track.isVideoTrack() && track.codec) {
    const target = new EncodedVideoPacketSource(track.codec);
    const transformationMatrix = await track.getTransformationMatrix();
    output.addVideoTrack(target, { maximumPacketCount, transformationMatrix });
    const decoderConfig = await track.getDecoderConfig();
    return () => addAll(target, packets, decoderConfig ? { decoderConfig } : {});
  }
  if (track.isAudioTrack() && track.codec) {
    const target = new EncodedAudioPacketSource(track.codec);
    output.addAudioTrack(target, { maximumPacketCount });
    const decoderConfig = await track.getDecoderConfig();
    return () => addAll(target, packets, decoderConfig ? { decoderConfig } : {});
  }
  throw new Error('It has a codec that is not known');
}

/**
 * The packets of a track from its first key frame, with times relative to `begin`. A key frame out of order counts
 * as part of the frames before it, and a sound that jumps back is left out: no container accepts either.
 */
async function* shiftedPackets(
  track: InputVideoTrack | InputAudioTrack,
  begin: number,
): AsyncGenerator<EncodedPacket> {
  const sink = new EncodedPacketSink(track);
  let latest = Number.NEGATIVE_INFINITY;
  for (let packet = await sink.getFirstKeyPacket(); packet; packet = await sink.getNextPacket(packet)) {
    const timestamp = packet.timestamp - begin;
    const isLate = timestamp < latest;
    latest = Math.max(latest, timestamp);
    if (isLate && track.isAudioTrack()) continue;
    yield packet.clone({ timestamp, type: isLate ? 'delta' : packet.type });
  }
}

async function addAll<Meta>(
  target: { add: (packet: EncodedPacket, meta: Meta) => Promise<void>; close: () => void },
  packets: AsyncGenerator<EncodedPacket>,
  meta: Meta,
): Promise<void> {
  for await (const packet of packets) await target.add(packet, meta);
  target.close();
}
