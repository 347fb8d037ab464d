import { timeZonesNames } from '@vvo/tzdb';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { presentZoneName, timeZoneLabel } from '../../../../../shared/time-zones.ts';
import { TimeZone } from '../../../../../shared/values.ts';
import { findZone, listZones, searchZones } from './zone-search.ts';

const winter = new Date('2031-01-15T12:00:00Z');
const zones = listZones('America/New_York', winter);
const found = (typed: string) => searchZones(zones, typed).map(({ id }) => id);

test('a zone shows its country, its common name and its offset from UTC on that day', () => {
  expect(findZone(zones, 'Europe/Berlin')).toMatchObject({
    label: 'Berlin (Germany)',
    note: 'Central European Time, GMT+1',
  });
  const summer = listZones('America/New_York', new Date('2031-07-15'));
  expect(findZone(summer, 'Europe/Berlin')?.note).toBe('Central European Time, GMT+2');
});

test('each zone is listed once, the chosen one first, and all labels are different', () => {
  expect(zones[0]?.id).toBe('America/New_York');
  expect(new Set(zones.map(({ id }) => id)).size).toBe(zones.length);
  expect(new Set(zones.map(({ label }) => label)).size).toBe(zones.length);
});

test('every time zone that the browser knows is in the list, under the name that it has today', () => {
  for (const name of [...Intl.supportedValuesOf('timeZone'), 'UTC']) {
    const zone = findZone(zones, name);
    expect(zone?.id, name).toBe(presentZoneName(name));
    expect(Temporal.Now.zonedDateTimeISO(name).offset).toBe(
      Temporal.Now.zonedDateTimeISO(zone?.id ?? '').offset,
    );
    if (name !== 'UTC') expect(timeZonesNames).toContain(zone?.id);
  }
});

test('the server accepts every time zone of the list, and the former names that are stored', () => {
  for (const { id } of zones) expect(TimeZone.safeParse(id).success, id).toBe(true);
  for (const old of ['Asia/Calcutta', 'Europe/Kiev', 'Asia/Saigon', 'US/Samoa']) {
    expect(TimeZone.safeParse(old).success, old).toBe(true);
  }
});

test.each([
  ['Asia/Calcutta', 'Kolkata', 'Kolkata (India)'],
  ['Europe/Kiev', 'Kyiv', 'Kyiv (Ukraine)'],
  ['Asia/Saigon', 'Ho Chi Minh', 'Ho Chi Minh (Vietnam)'],
  ['US/Samoa', 'Samoa', 'Samoa (American Samoa)'],
])('the former name %s is shown as %s, and selected in the list', (stored, inSentence, label) => {
  expect(timeZoneLabel(stored)).toBe(inSentence);
  const list = listZones(stored, winter);
  expect(list[0]?.label).toBe(label);
  expect(findZone(list, stored)).toBe(list[0]);
});

test('no former name is listed', () => {
  const shown = zones.map(({ id, label, note }) => `${id} ${label} ${note}`).join('\n');
  expect(shown).not.toMatch(/Calcutta|Kiev|Saigon|Rangoon|Katmandu|Godthab/);
});

test.each([
  ['berlin', 'Europe/Berlin'],
  ['BERL', 'Europe/Berlin'],
  ['germany', 'Europe/Berlin'],
  ['munich', 'Europe/Berlin'],
  ['turkey', 'Europe/Istanbul'],
  ['são pau', 'America/Sao_Paulo'],
  ['buenos argentina', 'America/Argentina/Buenos_Aires'],
  ['japan', 'Asia/Tokyo'],
  ['india', 'Asia/Kolkata'],
  ['saigon', 'Asia/Ho_Chi_Minh'],
  ['kyiv', 'Europe/Kyiv'],
  ['new zealand', 'Pacific/Auckland'],
  ['united states new york', 'America/New_York'],
])('“%s” finds its zone', (typed, wanted) => {
  expect(found(typed)).toContain(wanted);
});

test('what has the very name comes before what merely begins so', () => {
  expect(found('india')[0]).toBe('Asia/Kolkata');
  expect(found('india')).toContain('Indian/Chagos');
});

test.each(['+5:30', '+05:30', 'utc+5:30', 'GMT +05:30', 'UTC +5:30'])(
  '“%s” is a distance from UTC',
  (typed) => {
    expect(found(typed)).toEqual(['Asia/Colombo', 'Asia/Kolkata']);
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
