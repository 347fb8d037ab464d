/** The files of the demo, as the File objects that a browser would send. */
import { fromTheLastBus, harbourEarly } from './films.ts';
import { developPhoto, type Photo } from './photos.ts';
import { musicBox, rainOnTheRoof, whistling } from './sounds.ts';

export interface Recordings {
  harbour: File;
  lastBus: File;
  musicBox: File;
  rain: File;
  whistle: File;
}

/** Videos and sound recordings. Needs ffmpeg and a few seconds. */
export async function makeRecordings(): Promise<Recordings> {
  return {
    musicBox: file(await musicBox(), 'music-box.mp3', 'audio/mpeg'),
    whistle: file(whistling(), 'whistling.wav', 'audio/wav'),
    rain: file(await rainOnTheRoof(), 'porch-roof.ogg', 'audio/ogg'),
    harbour: file(await harbourEarly(), 'harbour.mp4', 'video/mp4'),
    lastBus: file(await fromTheLastBus(), 'last-bus.avi', 'video/x-msvideo'),
  };
}

export async function photoFile(photo: Photo): Promise<File> {
  return file(await developPhoto(photo), photo.file, 'image/jpeg');
}

function file(bytes: Buffer, name: string, type: string): File {
  return new File([new Uint8Array(bytes)], name, { type });
}
