import { expect, test } from 'vitest';
import { beginActivity, isActivityRunning } from './activity.ts';

test('an activity is running until the last one has ended', () => {
  expect(isActivityRunning()).toBe(false);
  const endUpload = beginActivity();
  const endRecording = beginActivity();
  endUpload();
  endUpload();
  expect(isActivityRunning()).toBe(true);
  endRecording();
  expect(isActivityRunning()).toBe(false);
});
