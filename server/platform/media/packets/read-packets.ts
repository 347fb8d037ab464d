import { open, stat } from 'node:fs/promises';
import { type EncodedPacket, EncodedPacketSink, type InputTrack } from 'mediabunny';
import type { Container } from '../recordings.ts';
import { openInput } from './open-input.ts';
import { readPcmLevels } from './pcm-levels.ts';
import {
  headerBytes,
  lastPageEnd,
  mp3TagBytes,
  oggPageMaxBytes,
  promisedBytes,
  promisedFrames,
} from './promised.ts';

/** The result of reading all packets of a recording. Codecs have the library's names; empty if it does not know them. */
export interface PacketReading {
  seconds: number;
  video: { codec: string } | null;
  audio: { codec: string } | null;
  /** The file states a greater length than it has. */
  isCut: boolean;
  /** The loudness of its sound, from 0 to 1, in pieces of equal length; null if it would have to be decoded. */
  levels: number[] | null;
}

/** Reads every packet of every video and audio track in a file, one at a time. Throws if it is not a recording. */
export async function readPackets(container: Container, path: string): Promise<PacketReading> {
  const input = openInput(container, path);
  const tracks = [...(await input.getVideoTracks()), ...(await input.getAudioTracks())];
  const read = [];
  const { size } = await stat(path);
  for (const track of tracks) read.push(await readTrack(track, container, size));
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const seconds = Math.max(0, ...read.map((track) => track.seconds));
  const isCut =
    read.some((track) => track.isCut) || (await endsEarly(container, path, read[0]?.packets ?? 0));
  return {
    seconds,
    video: video && { codec: video.codec ?? '' },
    audio: audio && { codec: audio.codec ?? '' },
    isCut,
    levels: audio && !isCut ? await readPcmLevels(audio, seconds) : null,
  };
}

interface TrackReading {
  packets: number;
  seconds: number;
  isCut: boolean;
}

async function readTrack(track: InputTrack, container: Container, sizeBytes: number): Promise<TrackReading> {
  const sink = new EncodedPacketSink(track);
  let [packets, bytes, seconds] = [0, 0, 0];
  let last: EncodedPacket | undefined;
  try {
    for (let packet = await sink.getFirstPacket(); packet; packet = await sink.getNextPacket(packet)) {
      packets++;
      bytes += packet.byteLength;
      if (Math.max(packets, bytes) > sizeBytes) return { packets, seconds, isCut: true };
      seconds = Math.max(seconds, packet.timestamp + packet.duration);
      last = packet;
    }
    return { packets, seconds, isCut: container !== 'mp3' && (await isMoreListed(sink, last)) };
  } catch {
    // The index of the file is intact, but not what it lists.
    return { packets, seconds, isCut: true };
  }
}

/** Whether the index of the file lists a packet after the last one that is there. */
async function isMoreListed(sink: EncodedPacketSink, last: EncodedPacket | undefined): Promise<boolean> {
  const next = last
    ? await sink.getNextPacket(last, { metadataOnly: true })
    : await sink.getFirstPacket({ metadataOnly: true });
  return next !== null;
}

/** Editors that cut a sound do not always correct its number of frames. */
const frameTolerance = 3;
const frameToleranceShare = 0.02;

/** Whether the file says that it is longer than it is. */
async function endsEarly(container: Container, path: string, packets: number): Promise<boolean> {
  const file = await open(path);
  const read = async (at: number, bytes: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
    return buffer.subarray(0, bytesRead);
  };
  try {
    const { size } = await file.stat();
    if (container === 'ogg') {
      const tail = await read(Math.max(0, size - oggPageMaxBytes), oggPageMaxBytes);
      return lastPageEnd(tail) > tail.length;
    }
    const head = await read(0, headerBytes);
    if (container !== 'mp3') return (promisedBytes(container, head) ?? 0) > size;
    const frames = promisedFrames(await read(mp3TagBytes(head), headerBytes)) ?? 0;
    return packets < frames - Math.max(frameTolerance, frames * frameToleranceShare);
  } finally {
    await file.close();
  }
}
