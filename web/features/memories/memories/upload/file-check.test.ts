import { describe, expect, test } from 'vitest';
import { memoryFileMaxBytes } from '../../../../../shared/memories/memory-limits.ts';
import { acceptOf, checkFile, describeAccepted } from './file-choice.tsx';

const megabyte = 1024 * 1024;

function file(name: string, type: string, size = megabyte) {
  return { name, type, size };
}

describe('size', () => {
  test('52,428,800 bytes pass, one more does not', () => {
    expect(checkFile(file('a.mp4', 'video/mp4', memoryFileMaxBytes), 'video')).toBeNull();
    expect(checkFile(file('a.mp4', 'video/mp4', memoryFileMaxBytes + 1), 'video')).toEqual({
      title: 'File too large',
      message: 'Please select a file smaller than 50MB',
    });
  });

  test('an empty file is no photo', () => {
    expect(checkFile(file('a.png', 'image/png', 0), 'photo')?.title).toBe('Invalid file type');
  });
});

describe('type', () => {
  test.each([
    ['photo', 'IMG_1.JPG', 'image/jpeg'],
    ['photo', 'scan.webp', 'image/webp'],
    ['video', 'film.mov', 'video/quicktime'],
    ['video', 'film.avi', 'video/x-msvideo'],
    ['video', 'clip.webm', 'video/webm;codecs=vp9'],
    ['audio', 'memo.m4a', 'audio/x-m4a'],
    ['audio', 'song.mp3', 'audio/mpeg'],
  ] as const)('%s %s (%s) is accepted', (type, name, contentType) => {
    expect(checkFile(file(name, contentType), type)).toBeNull();
  });

  test('where the browser does not know the type the ending decides', () => {
    expect(checkFile(file('film.AVI', ''), 'video')).toBeNull();
    expect(checkFile(file('memo.m4a', 'application/octet-stream'), 'audio')).toBeNull();
    expect(checkFile(file('film', ''), 'video')).not.toBeNull();
  });

  test('another type is refused whatever its name says', () => {
    expect(checkFile(file('IMG_1.heic', 'image/heic'), 'photo')).toEqual({
      title: 'Invalid file type',
      message: 'Please select a valid photo file',
    });
    expect(checkFile(file('holiday.jpg', 'application/pdf'), 'photo')).not.toBeNull();
    expect(checkFile(file('song.mp3', 'audio/mpeg'), 'video')?.message).toBe(
      'Please select a valid video file',
    );
  });
});

test('the picker offers types and endings', () => {
  expect(acceptOf('photo').split(',')).toEqual(
    expect.arrayContaining(['image/jpeg', '.jpeg', '.jpg', '.webp']),
  );
});

test('the accepted formats and the size limit in words', () => {
  expect(describeAccepted('photo')).toBe('JPEG, PNG, GIF or WEBP, up to 50 MB');
});
