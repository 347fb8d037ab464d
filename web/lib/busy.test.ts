import { expect, test } from 'vitest';
import { beginWork, isBusy } from './busy.ts';

test('the page is busy until the last of what was begun has ended', () => {
  expect(isBusy()).toBe(false);
  const endUpload = beginWork();
  const endRecording = beginWork();
  endUpload();
  endUpload();
  expect(isBusy()).toBe(true);
  endRecording();
  expect(isBusy()).toBe(false);
});
