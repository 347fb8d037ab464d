import { describe, expect, test } from 'vitest';
import type { MemoryReach } from '../../../../shared/memories/memory-reach.ts';
import { reachOfEdit, stoppedByDeletion, whoHasIt } from './memory-reach.ts';

const nowMs = Date.parse('2030-05-04T12:00:00Z');
const has = (name: string, deliveredAt: string | null = '2030-05-01T12:00:00Z') => ({ name, deliveredAt });
const gets = (recipients: string[], deliveryDate = '2031-05-04T16:00:00Z', afterDeath = false) => ({
  scheduleId: recipients.join(),
  recipients,
  deliveryDate,
  timezone: 'America/New_York',
  afterDeath,
  releaseDays: afterDeath ? 30 : null,
});
const [maya, ben, tom] = ['Maya Alvarez', 'Ben Alvarez', 'Tom Alvarez'] as const;

describe('what an edit reaches', () => {
  test.each<[string, MemoryReach, string]>([
    ['nobody has it', { received: [], upcoming: [gets([tom])] }, ''],
    [
      'one has it and one is to get it',
      { received: [has(maya)], upcoming: [gets([tom])] },
      'Maya Alvarez has already received this and keeps what they were sent. Tom Alvarez will get the new version on 4 May 2031.',
    ],
    [
      'two have it and several are to get it',
      {
        received: [has(maya), has(ben), has(maya)],
        upcoming: [gets([tom]), gets([maya, ben], '2030-01-01T12:00:00Z', true), gets([])],
      },
      'Maya Alvarez and Ben Alvarez have already received this and keep what they were sent. The new version goes to Tom Alvarez on 4 May 2031 and Maya Alvarez and Ben Alvarez 30 days after your death.',
    ],
    [
      'a mail is on its way, and one is late',
      { received: [has(maya, null)], upcoming: [gets([tom], '2030-05-04T11:00:00Z')] },
      'Maya Alvarez may have received this already and keeps what they were sent. Tom Alvarez will get the new version.',
    ],
    [
      'nobody else is to get it',
      { received: [has(maya)], upcoming: [] },
      'Maya Alvarez has already received this and keeps what they were sent. Your changes are for those to whom you send it from now on.',
    ],
  ])('%s', (_who, reach, sentences) => {
    expect(reachOfEdit(reach, nowMs)).toBe(sentences);
  });
});

test('what deleting it stops, and who has it', () => {
  const reach: MemoryReach = {
    received: [has(maya)],
    upcoming: [gets([tom]), gets([ben], '2030-01-01T12:00:00Z', true), gets([])],
  };
  expect(stoppedByDeletion(reach, nowMs)).toEqual([
    'Tom Alvarez will no longer receive it on 4 May 2031.',
    'Ben Alvarez will no longer receive it 30 days after your death.',
  ]);
  expect(whoHasIt(reach)).toBe('Maya Alvarez has already received it.');
  expect(whoHasIt({ ...reach, received: [] })).toBeUndefined();
});
