import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { afterCover, afterFailedCover, afterRefusal, type WithCover } from './received-state.ts';

const cover = {
  ownerFirstName: 'Ruth',
  ownerRelationship: null,
  recipientFirstName: 'Maya',
  memoriesWaiting: 1,
  memories: [],
  codeNeeded: true,
  codeElsewhere: false,
  openedAt: null,
  leftFor: null,
  ...{ opened: [], byPost: [], ownerDied: false, ownerDiedOn: null, said: null, notForMe: null },
  more: 'nothing' as const,
  closed: false,
};
const closed: WithCover = { step: 'closed', cover };
const code: WithCover = { step: 'code', cover, notice: 'We have sent a code.', sentTo: 'link' };

function refusal(status: number, body: object = {}) {
  return new ApiError({ status, statusText: 'refused', body: JSON.stringify(body) });
}

describe('reading the cover', () => {
  test('404: there is no such page', () => {
    expect(afterFailedCover(refusal(404))).toEqual({ step: 'unknown' });
  });

  test('400: a link that a mail program cut short is unknown too', () => {
    expect(afterFailedCover(refusal(400))).toEqual({ step: 'unknown' });
  });

  test('no network, or a server in trouble, is not an unknown link', () => {
    expect(afterFailedCover(new TypeError('Failed to fetch'))).toEqual({ step: 'unreachable' });
    expect(afterFailedCover(refusal(503))).toEqual({ step: 'unreachable' });
  });
});

describe('which page a link leads to', () => {
  const known = { ...cover, codeNeeded: false };
  const waiting = {
    ...{ id: 'waiting', type: 'letter' as const, durationSeconds: null },
    ...{ createdAt: '2026-10-12T12:00:00Z', deliveredAt: '2031-05-04T16:00:00Z' },
  };
  const opened = {
    ...{ ...waiting, title: 'For your thirtieth', personalMessage: null, openedAt: '2031-05-04T17:00:00Z' },
    ...{ leftFor: null, withdrawn: false, ownerHasIt: true, reply: null },
  };
  const came = { id: 'locket', type: null, title: 'The locket', arrivedAt: '2031-05-06T16:00:00Z' };
  const notForMe = { canUndo: false };

  test.each([
    ['a first thing lies under its cover', { memories: [waiting] }, 'closed'],
    ['of which nothing can be told yet', { memoriesWaiting: 1 }, 'closed'],
    ['several first things stand on the thread', { memories: [waiting, waiting] }, 'page'],
    ['what was opened before does', { opened: [opened] }, 'page'],
    ['with something new', { opened: [opened], memories: [waiting] }, 'page'],
    ['a first thing after a parcel does', { byPost: [came], memories: [waiting] }, 'page'],
    ['a code is asked for before anything is told', { codeNeeded: true, opened: [opened] }, 'closed'],
    ['a link that was sent by mistake is shut', { closed: true, memories: [waiting] }, 'shut'],
    ['and one that is not for them', { notForMe, opened: [opened] }, 'shut'],
  ])('%s', (_, other, step) => {
    expect(afterCover({ ...known, ...other }).step).toBe(step);
  });
});

describe('opening', () => {
  test('409: a code was sent', () => {
    const next = afterRefusal(
      closed,
      refusal(409, { message: 'We have sent a code.', fields: { code: 'x' } }),
      'elsewhere',
    );
    expect(next).toEqual({ step: 'code', cover, notice: 'We have sent a code.', sentTo: 'elsewhere' });
  });

  test('409 without a code: there was nowhere to send one, so it stays closed and shows the reason', () => {
    const next = afterRefusal(
      closed,
      refusal(409, { message: 'This was already opened on another device.' }),
      'elsewhere',
    );
    expect(next).toEqual({ ...closed, failure: 'This was already opened on another device.' });
  });

  test('400: a wrong code is reported at its field', () => {
    const next = afterRefusal(
      code,
      refusal(400, { message: 'm', fields: { code: 'This code is not right.' } }),
      'link',
    );
    expect(next).toEqual({ ...code, error: 'This code is not right.' });
  });

  test('without network the letter stays closed, and the page says that it is safe', () => {
    const next = afterRefusal(closed, new TypeError('Failed to fetch'), 'link');
    expect(next).toMatchObject({ step: 'closed', failure: expect.stringContaining('It is safe') });
  });

  test('429: the server says how long to wait', () => {
    const next = afterRefusal(
      code,
      refusal(429, { message: 'Too many tries. Please wait a minute.' }),
      'link',
    );
    expect(next).toMatchObject({ step: 'code', error: 'Too many tries. Please wait a minute.' });
  });

  test('404: a link that was withdrawn meanwhile', () => {
    expect(afterRefusal(closed, refusal(404), 'link')).toEqual({ step: 'unknown' });
  });
});
