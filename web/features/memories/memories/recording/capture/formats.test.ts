import { expect, test } from 'vitest';
import { chooseFormat } from './formats.ts';

const offering =
  (...offered: string[]) =>
  (mimeType: string) =>
    offered.includes(mimeType);

test('WebM, which delivers data every second, comes before MP4', () => {
  const both = offering('video/mp4', 'video/webm', 'video/webm;codecs=vp8,opus');
  expect(chooseFormat('video', both)).toBe('video/webm;codecs=vp8,opus');
  const sounds = offering('audio/mp4', 'audio/mp4;codecs=mp4a.40.2', 'audio/webm', 'audio/webm;codecs=opus');
  expect(chooseFormat('audio', sounds)).toBe('audio/webm;codecs=opus');
});

test('a browser that only has MP4 records MP4', () => {
  expect(chooseFormat('video', offering('video/mp4'))).toBe('video/mp4');
  expect(chooseFormat('audio', offering('audio/mp4'))).toBe('audio/mp4');
});

test('where MP4 is all there is, sound in it is AAC, which plays everywhere', () => {
  const both = offering('audio/mp4', 'audio/mp4;codecs=mp4a.40.2');
  expect(chooseFormat('audio', both)).toBe('audio/mp4;codecs=mp4a.40.2');
});

test('a browser that offers nothing we know cannot record', () => {
  expect(chooseFormat('video', offering('video/x-unknown'))).toBeNull();
});
