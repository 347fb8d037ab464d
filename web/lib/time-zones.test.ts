import { expect, test } from 'vitest';
import { defaultTimeZone, timeZoneGroups, timeZoneLabel } from './time-zones.ts';

test('the six of the United States come first, then Arizona, Eastern being the default', () => {
  const [first] = timeZoneGroups();
  const labels = first?.options.map((zone) => zone.label);
  expect(labels).toEqual(['Eastern', 'Central', 'Mountain', 'Pacific', 'Alaska', 'Hawaii', 'Arizona']);
  expect(first?.options[0]?.value).toBe(defaultTimeZone);
});

test('every zone the browser knows is offered exactly once', () => {
  const values = timeZoneGroups().flatMap((group) => group.options.map((zone) => zone.value));
  expect(new Set(values).size).toBe(values.length);
  expect(values).toEqual(expect.arrayContaining(Intl.supportedValuesOf('timeZone')));
  expect(values).toContain('UTC');
});

test('a zone stored under a name the browser has dropped stays in the list', () => {
  const [, others] = timeZoneGroups('US/Samoa');
  expect(others?.options).toContainEqual({ value: 'US/Samoa', label: 'Samoa (US)' });
});

test('labels read as places', () => {
  expect(timeZoneLabel('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(timeZoneLabel('America/Chicago')).toBe('Central');
  const [, others] = timeZoneGroups('America/Argentina/Buenos_Aires');
  const labels = others?.options.map((zone) => zone.label);
  expect(labels).toContain('Buenos Aires (America, Argentina)');
  expect(labels).toContain('Paris (Europe)');
});
