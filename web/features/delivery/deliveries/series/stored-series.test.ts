import { describe, expect, test } from 'vitest';
import type { Series } from '../../../../../shared/delivery/series.ts';
import { askAbout } from './birthday-question.tsx';
import { restartForm } from './series-changes.ts';
import { describeStored, leadOfSeries, listComing, titleOfSeries } from './stored-series.tsx';

type Year = Series['years'][number];

function year(number: number, state: Year['state'], isMovedByHand = false): Year {
  const isEmpty = state === 'empty' || state === 'past';
  return {
    ...{ year: number, state, isMovedByHand, age: number - 2001, date: `${number}-05-04` },
    deliveryDate: `${number}-05-04T16:00:00.000Z`,
    memory: isEmpty ? null : { id: `m${number}`, title: `For ${number}`, type: 'letter', seconds: null },
    scheduleId: isEmpty ? null : `s${number}`,
  };
}

const series: Series = {
  ...{ id: 'series', version: 3, month: 5, day: 4, fromYear: 2026, untilYear: 2031, untilAge: 30 },
  ...{ localTime: '12:00', timezone: 'America/New_York', birthdayMoved: null },
  recipients: [{ id: 'maya', firstName: 'Maya', lastName: 'Alvarez', hasDied: false }],
  years: [
    year(2026, 'past'),
    year(2027, 'delivered'),
    year(2028, 'begun'),
    year(2029, 'scheduled'),
    year(2030, 'empty'),
    year(2031, 'scheduled'),
  ],
  createdAt: '2026-01-01T00:00:00.000Z',
};

test('its page says whose it is, until when, and what is still to come', () => {
  expect(titleOfSeries(series)).toBe('Every 4 May, for Maya');
  expect(leadOfSeries(series)).toBe('Until they are 30, in 2031, at 12:00 Eastern.');
  expect(describeStored(series)).toBe(
    'Maya will get something on 4 May 2029 and 2031. In 2030 nothing comes.',
  );
  expect(listComing(series)).toBe('“For 2029” (2029) and “For 2031” (2031)');
  expect(describeStored({ ...series, years: series.years.slice(0, 3) })).toBe(
    'Nothing more of this is to come for Maya.',
  );
});

describe('stopping it by mistake', () => {
  test('is undone with what had not begun, in the same years', () => {
    expect(restartForm(series)).toEqual({
      ...{ recipientIds: ['maya'], month: 5, day: 4, fromYear: 2029, untilAge: 30 },
      ...{ localTime: '12:00', timezone: 'America/New_York', memoryId: null },
      memories: { 2029: 'm2029', 2030: null, 2031: 'm2031' },
    });
    expect(restartForm({ ...series, untilAge: null })).toMatchObject({ untilYear: 2031 });
  });

  test.each([
    ['a year was moved by hand', { years: [year(2029, 'scheduled', true)] }],
    ['nobody is chosen', { recipients: [] }],
    ['everything has begun', { years: [year(2028, 'begun')] }],
  ])('is not offered where %s', (_name, changes) => {
    expect(restartForm({ ...series, ...changes })).toBeNull();
  });
});

test('a corrected birthday asks about the day, or about the last year', () => {
  expect(askAbout(series, { from: '2001-05-04', to: '2001-05-05' })).toBe(
    'Maya’s birthday is 5 May now. Shall the deliveries planned for every 4 May move to 5 May?',
  );
  expect(askAbout(series, { from: '2001-05-04', to: '2002-05-04' })).toBe(
    'Maya was born in 2002, not in 2001. Shall the last year of what comes every 4 May move too, so that it still goes until they are 30?',
  );
  expect(askAbout({ ...series, untilAge: null }, { from: '2001-05-04', to: '2002-05-04' })).toBeNull();
  expect(askAbout({ ...series, day: 9 }, { from: '2001-05-04', to: '2001-05-05' })).toBeNull();
});
