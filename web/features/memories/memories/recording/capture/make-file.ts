import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputTrack,
  MP4,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { deviceTimeZone } from '../../../../../lib/device.ts';
import type { StoredRecording } from '../store/recording-store.ts';
import { fileName } from './formats.ts';

// Browsers write recordings without a duration and without an index for seeking, and after a crash the end is missing.
// The encoded packets are copied into a complete file, without encoding them again.

export interface MadeFile {
  file: File;
  seconds: number;
}

export type Recorded = Pick<StoredRecording, 'kind' | 'startedAtMs'>;

interface Container {
  format: OutputFormat;
  contentType: string;
}

/** A file with a duration and an index for seeking. Throws if nothing in the pieces can be played. */
export async function makeFile(
  { kind, startedAtMs }: Recorded,
  pieces: readonly BlobPart[],
): Promise<MadeFile> {
  const input = new Input({ source: new BlobSource(new Blob([...pieces])), formats: [WEBM, MP4, OGG] });
  const tracks = await input.getTracks();
  const { format, contentType } = await containerFor(input, kind);
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const seconds = await copyTracks(tracks, output);
  if (seconds === 0 || !target.buffer) throw new Error('Nothing was recorded');
  const name = fileName(kind, startedAtMs, deviceTimeZone(), endings[contentType] ?? '');
  const file = new File([target.buffer], name, { type: contentType, lastModified: startedAtMs });
  return { file, seconds };
}

/** Video stays in the browser's container. Audio needs one that memories accept: Ogg for Opus, otherwise M4A. */
async function containerFor(input: Input, kind: Recorded['kind']): Promise<Container> {
  if (kind === 'audio') {
    const codec = (await input.getPrimaryAudioTrack())?.codec;
    return codec === 'opus'
      ? { format: new OggOutputFormat(), contentType: 'audio/ogg' }
      : { format: new Mp4OutputFormat({ fastStart: 'in-memory' }), contentType: 'audio/mp4' };
  }
  return (await input.getFormat()) === WEBM
    ? { format: new WebMOutputFormat(), contentType: 'video/webm' }
    : { format: new Mp4OutputFormat({ fastStart: 'in-memory' }), contentType: 'video/mp4' };
}

const endings: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'video/webm': 'webm',
  'video/mp4': 'mp4',
};

/** Resolves with the duration in seconds. */
async function copyTracks(tracks: readonly InputTrack[], output: Output): Promise<number> {
  const beginnings = await Promise.all(tracks.map((track) => track.getFirstTimestamp()));
  const begin = Math.min(...beginnings);
  const copies = await Promise.all(tracks.map((track) => prepareCopy(track, output)));
  await output.start();
  const lengths = await Promise.all(copies.map((copy) => copy(begin)));
  await output.finalize();
  return Math.max(0, ...lengths);
}

/** Adds an output track. The returned function copies the packets with times relative to `begin`; resolves with the end. */
async function prepareCopy(track: InputTrack, output: Output): Promise<(begin: number) => Promise<number>> {
  const packets = new EncodedPacketSink(track).packets();
  if (track.isVideoTrack() && track.codec) {
    const target = new EncodedVideoPacketSource(track.codec);
    output.addVideoTrack(target, { rotation: track.rotation });
    const decoderConfig = await track.getDecoderConfig();
    return (begin) => copyPackets(target, packets, begin, decoderConfig ? { decoderConfig } : {});
  }
  if (track.isAudioTrack() && track.codec) {
    const target = new EncodedAudioPacketSource(track.codec);
    output.addAudioTrack(target);
    const decoderConfig = await track.getDecoderConfig();
    return (begin) => copyPackets(target, packets, begin, decoderConfig ? { decoderConfig } : {});
  }
  throw new Error(`This browser recorded something we do not know: ${track.codec}`);
}

type Packets = ReturnType<EncodedPacketSink['packets']>;
type Packet = Packets extends AsyncGenerator<infer One> ? One : never;

async function copyPackets<Meta>(
  target: { add: (packet: Packet, meta: Meta) => Promise<void>; close: () => void },
  packets: Packets,
  begin: number,
  meta: Meta,
): Promise<number> {
  let end = 0;
  for await (const packet of packets) {
    const timestamp = packet.timestamp - begin;
    await target.add(packet.clone({ timestamp }), meta);
    end = Math.max(end, timestamp + packet.duration);
  }
  target.close();
  return end;
}
