import { describe, expect, test } from 'vitest';
import { refusePicture } from './picture-file.ts';

const fiveMegabytes = 5 * 1024 * 1024;

describe('a profile picture', () => {
  test('may have 5 MB', () => {
    expect(refusePicture({ size: fiveMegabytes, type: 'image/jpeg' })).toBeUndefined();
  });

  test('may not have a byte more', () => {
    expect(refusePicture({ size: fiveMegabytes + 1, type: 'image/png' })).toBe(
      'File size must be less than 5MB',
    );
  });

  test.each(['application/pdf', 'video/mp4', ''])('may not be of the type %j', (type) => {
    expect(refusePicture({ size: 1000, type })).toBe('Please select an image file');
  });
});
