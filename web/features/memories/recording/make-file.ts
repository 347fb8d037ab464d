import type { InputTrack, OutputFormat } from 'mediabunny';
import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { deviceTimeZone } from '../../../lib/dates.ts';
import { fileName } from './file-name.ts';
import type { KeptRecording } from './kept-recordings.ts';

// Browsers write a recording as it runs, without its length and without marks to seek by, and one that a crash cut
// off has no end. Nothing is encoded again here: the same pictures and sounds are put into a whole file.

export interface MadeFile {
  file: File;
  seconds: number;
}

export type Recorded = Pick<KeptRecording, 'kind' | 'startedAtMs'>;

interface Shape {
  format: OutputFormat;
  contentType: string;
}

/** A file that says how long it is and can be sought in. Throws when nothing in the pieces can be played. */
export async function makeFile(
  { kind, startedAtMs }: Recorded,
  pieces: readonly BlobPart[],
): Promise<MadeFile> {
  const input = new Input({ source: new BlobSource(new Blob([...pieces])), formats: [WEBM, MP4, OGG] });
  const tracks = await input.getTracks();
  const { format, contentType } = await shapeFor(input, kind);
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const seconds = await copyTracks(tracks, output);
  if (seconds === 0 || !target.buffer) throw new Error('Nothing was recorded');
  const name = fileName(kind, startedAtMs, deviceTimeZone(), endingOf(contentType));
  const file = new File([target.buffer], name, { type: contentType, lastModified: startedAtMs });
  return { file, seconds };
}

/** Films stay in the kind of file the browser chose. Sound goes into one that memories may have: Opus into Ogg, else M4A. */
async function shapeFor(input: Input, kind: Recorded['kind']): Promise<Shape> {
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

function endingOf(contentType: string): string {
  return endings[contentType] ?? '';
}

/** Answers how many seconds there are. */
async function copyTracks(tracks: readonly InputTrack[], output: Output): Promise<number> {
  const beginnings = await Promise.all(tracks.map((track) => track.getFirstTimestamp()));
  const begin = Math.min(...beginnings);
  const copies = await Promise.all(tracks.map((track) => prepareCopy(track, output)));
  await output.start();
  const lengths = await Promise.all(copies.map((copy) => copy(begin)));
  await output.finalize();
  return Math.max(0, ...lengths);
}

/** Adds a place for the track; what is answered fills it, all times counted from `begin`, and answers where it ends. */
async function prepareCopy(track: InputTrack, output: Output): Promise<(begin: number) => Promise<number>> {
  const packets = new EncodedPacketSink(track).packets();
  if (track.isVideoTrack() && track.codec) {
    const place = new EncodedVideoPacketSource(track.codec);
    output.addVideoTrack(place, { rotation: track.rotation });
    const decoderConfig = await track.getDecoderConfig();
    return (begin) => fill(place, packets, begin, decoderConfig ? { decoderConfig } : {});
  }
  if (track.isAudioTrack() && track.codec) {
    const place = new EncodedAudioPacketSource(track.codec);
    output.addAudioTrack(place);
    const decoderConfig = await track.getDecoderConfig();
    return (begin) => fill(place, packets, begin, decoderConfig ? { decoderConfig } : {});
  }
  throw new Error(`This browser recorded something that we do not know: ${track.codec}`);
}

type Packets = ReturnType<EncodedPacketSink['packets']>;
type Packet = Packets extends AsyncGenerator<infer One> ? One : never;

async function fill<Meta>(
  place: { add: (packet: Packet, meta: Meta) => Promise<void>; close: () => void },
  packets: Packets,
  begin: number,
  meta: Meta,
): Promise<number> {
  let end = 0;
  for await (const packet of packets) {
    const timestamp = packet.timestamp - begin;
    await place.add(packet.clone({ timestamp }), meta);
    end = Math.max(end, timestamp + packet.duration);
  }
  place.close();
  return end;
}
