import {
  FilePathSource,
  Input,
  type InputFormat,
  Logging,
  LogLevel,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import type { Container } from '../recordings.ts';

// The format is always given, never guessed: a playlist of other files is not among them.
const formats: Readonly<Partial<Record<Container, InputFormat[]>>> = {
  mov: [MP4, QTFF],
  matroska: [WEBM],
  mp3: [MP3],
  wav: [WAVE],
  ogg: [OGG],
};

/** Opens a recording for reading piece by piece. Throws for a container that it does not know. */
export function openInput(container: Container, path: string): Input {
  Logging.level = LogLevel.Silent;
  const known = formats[container];
  if (!known) throw new Error(`${container} is not known here`);
  return new Input({ source: new FilePathSource(path), formats: known });
}
