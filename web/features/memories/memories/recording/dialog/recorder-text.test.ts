import { describe, expect, test } from 'vitest';
import { fileName } from '../capture/formats.ts';
import { capacityText } from './recorder-text.ts';
import { needsConfirmation, problemOf, problemText } from './stage.ts';

test('a file is named after the day where it was made', () => {
  const lateInNewYork = Date.parse('2026-11-22T03:30:00Z');
  expect(fileName('video', lateInNewYork, 'America/New_York', 'webm')).toBe(
    'Recording 21 November 2026.webm',
  );
  expect(fileName('photo', lateInNewYork, 'Europe/Berlin', 'jpg')).toBe('Photo 22 November 2026.jpg');
});

test('recording over a few seconds needs no question, over more it does', () => {
  expect(needsConfirmation({ seconds: 4 })).toBe(false);
  expect(needsConfirmation({ seconds: 6 })).toBe(true);
  expect(needsConfirmation({ seconds: null })).toBe(false);
});

test('the introduction says how long a recording may be', () => {
  expect(capacityText('video')).toMatch(/at least 11 minutes/);
  expect(capacityText('photo')).toBeNull();
});

describe('what went wrong', () => {
  test.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'failed'],
  ])('%s means %s', (name, problem) => {
    expect(problemOf(name)).toBe(problem);
  });

  test('it is told of the device that is concerned', () => {
    expect(problemText('missing', 'audio').title).toBe('No microphone was found');
    expect(problemText('refused', 'video').advice).toContain('allow the camera and microphone');
  });
});
