import { v4 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  createApprovedLetter,
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
} from '../../../../../test/factories.ts';

const clock = createTestClock('2026-11-20T12:00:00Z');
const testApp = await startTestApp({ clock });
await testApp.work();

async function prepared(plan?: 'basic' | 'premium') {
  const person = await createPerson(testApp, plan ? { plan } : {});
  const [{ id: memoryId }, recipient] = await Promise.all([
    createApprovedLetter(person),
    createRecipient(person),
  ]);
  return { person, memoryId, recipient };
}

const post = (person: Person, payload: object) =>
  person.request({ method: 'POST', url: '/api/schedules', payload });

describe('POST /api/schedules', () => {
  test('401: signed out', async () => {
    const answer = await testApp.app.inject({ method: 'POST', url: '/api/schedules', payload: {} });
    expect(answer.statusCode).toBe(401);
  });

  test('F26: what is planned stays in its time zone when its owner moves to another; what is planned then is in the new one', async () => {
    const { person, memoryId, recipient } = await prepared();
    const plan = () =>
      createSchedule(person, {
        ...{ memoryId, deliveryDate: '2031-05-04T16:00:00Z' },
        recipientIds: [recipient.id],
      });
    const before = await plan();
    const payload = { timezone: 'Pacific/Honolulu' };
    expect((await person.request({ method: 'PATCH', url: '/api/user/profile', payload })).statusCode).toBe(
      200,
    );
    const read = (await person.request({ url: `/api/schedules/${before.id}` })).json<Schedule>();
    expect(read).toEqual(before);
    expect(read).toMatchObject({ timezone: 'America/New_York', localTime: '12:00' });
    expect(await plan()).toMatchObject({ timezone: 'Pacific/Honolulu', localTime: '06:00' });
  });

  test('201: stores the wall-clock date and time in addition to the instant', async () => {
    const { person, memoryId, recipient } = await prepared();
    const schedule = await createSchedule(person, {
      memoryId,
      deliveryDate: '2031-05-04T16:00:00Z',
      timezone: 'America/New_York',
      recipientIds: [recipient.id],
    });
    expect(schedule).toMatchObject({
      localDate: '2031-05-04',
      localTime: '12:00',
      timezone: 'America/New_York',
      deliveryDate: '2031-05-04T16:00:00.000Z',
      isDelivered: false,
      memoryTitle: 'For your thirtieth',
      recipients: [{ id: recipient.id, firstName: 'Maya', unreachable: false, state: null }],
    });
  });

  test.each([
    ['a past instant', { deliveryDate: '2026-11-20T11:59:59Z' }, 'Delivery date must be in the future'],
    ['no date', { deliveryDate: undefined }, 'Delivery date is required'],
    ['an empty date', { deliveryDate: '' }, 'Delivery date is required'],
    [
      'an invalid date',
      { deliveryDate: '2031-02-30T12:00:00Z' },
      'Please give the delivery date as an ISO 8601 date and time',
    ],
    [
      'a year past 9999',
      { deliveryDate: '+012345-01-01T00:00:00Z' },
      'Please give the delivery date as an ISO 8601 date and time',
    ],
    [
      'the year 9999, whose end has five digits',
      { deliveryDate: '9999-12-31T12:00:00Z' },
      'Please choose a date before the year 9999',
    ],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, 'Please choose a time zone from the list'],
    ['an unknown method', { deliveryMethod: 'pigeon' }, 'Delivery method is required'],
    ['nobody', { recipientIds: [] }, 'Please select at least one recipient'],
    ['no memory', { memoryId: '' }, 'Please select both a memory and a date'],
  ])('400: %s', async (_what, changes, message) => {
    const { person, memoryId, recipient } = await prepared();
    const valid = {
      memoryId,
      deliveryDate: '2031-05-04T16:00:00Z',
      deliveryType: 'scheduled',
      recipientIds: [recipient.id],
    };
    const answer = await post(person, { ...valid, ...changes });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_request', message });
    expect((await person.request({ url: '/api/schedules' })).json()).toEqual([]);
  });

  test("security 29: 404: someone else's memory or recipient; nothing is written", async () => {
    const { person, memoryId, recipient } = await prepared();
    const other = await prepared();
    const base = { deliveryDate: '2031-05-04T16:00:00Z', deliveryType: 'scheduled' };
    const foreignMemory = await post(person, {
      ...base,
      memoryId: other.memoryId,
      recipientIds: [recipient.id],
    });
    const foreignRecipient = await post(person, {
      ...base,
      memoryId,
      recipientIds: [recipient.id, other.recipient.id],
    });
    expect([foreignMemory.statusCode, foreignRecipient.statusCode]).toEqual([404, 404]);
    expect((await person.request({ url: '/api/schedules' })).json()).toEqual([]);
  });

  test('security 60: 409: a memory that is not approved', async () => {
    const { person, recipient, memoryId } = await prepared();
    await testApp.services.db.execute(`update memories set is_approved = false where id = '${memoryId}'`);
    const answer = await post(person, {
      memoryId,
      deliveryDate: '2031-05-04T16:00:00Z',
      deliveryType: 'scheduled',
      recipientIds: [recipient.id],
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ message: 'Only approved memories can be scheduled' });
  });

  test('security 33: 402: of many at once, only as many as the plan has dates in that year succeed', async () => {
    const { person, memoryId, recipient } = await prepared();
    const inThatYear = Array.from({ length: 9 }, (_, day) =>
      post(person, {
        memoryId,
        deliveryDate: `2030-06-0${day + 1}T12:00:00Z`,
        deliveryType: 'scheduled',
        recipientIds: [recipient.id],
      }),
    );
    const answers = await Promise.all(inThatYear);
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(5);
    const refused = answers.find((answer) => answer.statusCode === 402);
    expect(refused?.json()).toMatchObject({
      message: "You've reached your First Echo plan limit for delivery dates in 2030.",
    });
    const nextYear = {
      memoryId,
      deliveryDate: '2031-06-01T12:00:00Z',
      deliveryType: 'scheduled',
      recipientIds: [recipient.id],
    };
    expect((await post(person, nextYear)).statusCode).toBe(201);
  });

  test("201: New Year's Eve in the owner's zone counts for the old year", async () => {
    const { person, memoryId, recipient } = await prepared();
    const at = (deliveryDate: string) => ({
      memoryId,
      deliveryDate,
      deliveryType: 'scheduled',
      recipientIds: [recipient.id],
    });
    for (let day = 1; day <= 5; day++) await createSchedule(person, at(`2033-03-0${day}T12:00:00Z`));
    expect((await post(person, at('2034-01-01T04:59:00Z'))).statusCode).toBe(402);
    expect((await post(person, at('2034-01-01T05:00:00Z'))).statusCode).toBe(201);
  });

  test('201: after death, today is accepted and yesterday is not', async () => {
    const { person, memoryId, recipient } = await prepared();
    const at = (deliveryDate: string) => ({
      memoryId,
      deliveryDate,
      deliveryType: 'on_death',
      timezone: 'America/New_York',
      recipientIds: [recipient.id],
    });
    expect((await post(person, at('2026-11-20T05:00:00Z'))).statusCode).toBe(201);
    expect((await post(person, at('2026-11-20T04:59:59Z'))).statusCode).toBe(400);
  });

  test('201: fields that the server decides are ignored', async () => {
    const { person, memoryId, recipient } = await prepared();
    const schedule = await createSchedule(person, {
      memoryId,
      deliveryDate: '2031-05-04T16:00:00Z',
      recipientIds: [recipient.id],
      isDelivered: true,
      userId: recipient.id,
      dueAt: '2020-01-01T00:00:00Z',
      id: memoryId,
    });
    expect(schedule.isDelivered).toBe(false);
    expect(schedule.id).not.toBe(memoryId);
    expect((await person.request({ url: '/api/schedules' })).json()).toHaveLength(1);
  });
});

describe('PATCH and DELETE /api/schedules/:id', () => {
  async function scheduled() {
    const { person, memoryId, recipient } = await prepared();
    const schedule = await createSchedule(person, {
      memoryId,
      deliveryDate: '2031-05-04T16:00:00Z',
      timezone: 'America/New_York',
      recipientIds: [recipient.id],
    });
    return { person, memoryId, recipient, schedule, url: `/api/schedules/${schedule.id}` };
  }

  test('204: cancelling also removes the drafts of changes to it, and no others', async () => {
    const { person, schedule, url } = await scheduled();
    for (const name of [`schedule:${schedule.id}`, `schedule:${schedule.id}/${v4()}`, 'schedule'])
      await person.request({
        method: 'PUT',
        url: `/api/drafts/${name}`,
        payload: { content: { time: '09:00' } },
      });
    expect((await person.request({ method: 'DELETE', url })).statusCode).toBe(204);
    expect((await person.request({ url: '/api/drafts' })).json()).toMatchObject([{ kind: 'schedule' }]);
  });

  test('200: a new date, time zone and recipients', async () => {
    const { person, url } = await scheduled();
    const daniel = await createRecipient(person, { firstName: 'Daniel', email: undefined });
    const payload = {
      deliveryDate: '2032-02-29T08:30:00Z',
      timezone: 'Europe/Berlin',
      recipientIds: [daniel.id],
    };
    const answer = await person.request({ method: 'PATCH', url, payload });
    expect(answer.json()).toMatchObject({
      localDate: '2032-02-29',
      localTime: '09:30',
      recipients: [{ firstName: 'Daniel', unreachable: true }],
    });
  });

  test("404: the same answer for someone else's, a malformed and an unknown id", async () => {
    const { url } = await scheduled();
    const other = await createPerson(testApp);
    for (const method of ['PATCH', 'DELETE'] as const) {
      const foreign = await other.request({ method, url, payload: {} });
      const malformed = await other.request({ method, url: '/api/schedules/1%27;--', payload: {} });
      const unknown = await other.request({
        method,
        url: '/api/schedules/019aa000-0000-7000-8000-000000000000',
        payload: {},
      });
      expect([foreign.statusCode, malformed.statusCode, unknown.statusCode]).toEqual([404, 404, 404]);
    }
  });

  test('204: a cancelled schedule is gone', async () => {
    const { person, url } = await scheduled();
    expect((await person.request({ method: 'DELETE', url })).statusCode).toBe(204);
    expect((await person.request({ url })).statusCode).toBe(404);
    expect((await person.request({ method: 'DELETE', url })).statusCode).toBe(404);
  });
});

describe('POST /api/memories/:id/recipients', () => {
  test('201: adds recipients to a schedule of that memory', async () => {
    const { person, memoryId, recipient } = await prepared();
    const bare = await createSchedule(person, { memoryId, deliveryDate: '2031-05-04T16:00:00Z' });
    expect(bare.recipients).toEqual([]);
    const payload = { scheduleId: bare.id, recipientIds: [recipient.id, recipient.id] };
    const answer = await person.request({
      method: 'POST',
      url: `/api/memories/${memoryId}/recipients`,
      payload,
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json<Schedule>().recipients.map((each) => each.id)).toEqual([recipient.id]);
  });

  test('security 29: 404: the schedule of another memory', async () => {
    const { person, memoryId, recipient } = await prepared();
    const schedule = await createSchedule(person, { memoryId, deliveryDate: '2031-05-04T16:00:00Z' });
    const otherMemory = await createLetter(person);
    const payload = { scheduleId: schedule.id, recipientIds: [recipient.id] };
    const answer = await person.request({
      method: 'POST',
      url: `/api/memories/${otherMemory.id}/recipients`,
      payload,
    });
    expect(answer.statusCode).toBe(404);
  });
});

describe('GET /api/schedules', () => {
  test('200: by delivery date, page by page, with those of one instant on both sides of a page’s end', async () => {
    const { person, memoryId } = await prepared('premium');
    const made: Schedule[] = [];
    for (const year of [2034, 2031, 2032, 2032, 2032])
      made.push(await createSchedule(person, { memoryId, deliveryDate: `${year}-05-04T16:00:00Z` }));
    const inOrder = made.toSorted(
      (one, other) => one.deliveryDate.localeCompare(other.deliveryDate) || one.id.localeCompare(other.id),
    );
    const seen: string[] = [];
    let url: string | undefined = '/api/schedules?limit=2';
    for (let pages = 0; url && pages < 5; pages++) {
      const answer = await person.request({ url });
      seen.push(...answer.json<Schedule[]>().map(({ id }) => id));
      url = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1];
    }
    expect(seen).toEqual(inOrder.map(({ id }) => id));
    const all = await person.request({ url: '/api/schedules' });
    expect(all.json<Schedule[]>()).toHaveLength(5);
    expect(all.headers['link']).toBeUndefined();
  });

  test.each(['limit=1000000000', 'limit=-5', 'limit=x'])('security 36: 200: %s is capped', async (query) => {
    const person = await createPerson(testApp);
    expect((await person.request({ url: `/api/schedules?${query}` })).json()).toEqual([]);
  });

  test.each(['after=x', 'afterDate=tomorrow'])('400: %s', async (query) => {
    const person = await createPerson(testApp);
    expect((await person.request({ url: `/api/schedules?${query}` })).statusCode).toBe(400);
  });
});
