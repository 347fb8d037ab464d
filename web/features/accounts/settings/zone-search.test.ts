import { expect, test } from 'vitest';
import { timeZoneGroups } from '../../../lib/time-zones.ts';
import { describeZones, matchesZone } from './zone-search.ts';

const winter = new Date('2031-01-15T12:00:00Z');
const [, others] = timeZoneGroups();
const zones = describeZones(others?.options ?? [], winter);
const found = (typed: string) => zones.filter((zone) => matchesZone(zone, typed)).map(({ id }) => id);

test('a zone shows its common name and its offset from UTC on that day', () => {
  const berlin = zones.find(({ id }) => id === 'Europe/Berlin');
  expect(berlin).toEqual({
    id: 'Europe/Berlin',
    label: 'Berlin (Europe)',
    note: 'Central European Time, GMT+1',
  });
  const summer = describeZones(
    [{ value: 'Europe/Berlin', label: 'Berlin (Europe)' }],
    new Date('2031-07-15'),
  );
  expect(summer[0]?.note).toBe('Central European Time, GMT+2');
});

test('all labels are different', () => {
  expect(new Set(zones.map(({ label }) => label)).size).toBe(zones.length);
});

test.each([
  ['berlin', 'Europe/Berlin'],
  ['BERL', 'Europe/Berlin'],
  ['são pau', 'America/Sao_Paulo'],
  ['buenos argentina', /Buenos_Aires$/],
  ['japan', 'Asia/Tokyo'],
  ['kolkata', /^Asia\/(Calcutta|Kolkata)$/],
  ['kyiv', /^Europe\/(Kiev|Kyiv)$/],
  ['new zealand', 'Pacific/Auckland'],
])('“%s” finds its zone', (typed, wanted) => {
  expect(found(typed)).toContainEqual(expect.stringMatching(wanted));
});

test.each(['+5:30', '+05:30', 'utc+5:30', 'GMT +05:30', 'UTC +5:30'])(
  '“%s” is a distance from UTC',
  (typed) => {
    const ids = found(typed);
    expect(ids).toContain('Asia/Colombo');
    expect(ids).toHaveLength(2);
  },
);

test('an offset matches exactly, not by prefix', () => {
  for (const typed of ['+01:00', 'UTC+1', 'gmt +01']) expect(found(typed)).toEqual(found('+1'));
  expect(found('+1')).toContain('Europe/Paris');
  expect(found('+1')).not.toContain('Pacific/Auckland');
  expect(found('-3')).toContain('America/Sao_Paulo');
  expect(found('-3')).not.toContain('America/St_Johns');
});

test('every typed word must start a word; an empty search finds all', () => {
  expect(found('europe tokyo')).toEqual([]);
  expect(found('erlin')).toEqual([]);
  expect(found('  ')).toHaveLength(zones.length);
});
