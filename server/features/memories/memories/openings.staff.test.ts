import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { openingMinutes } from '../../../../shared/memories/memory-limits.ts';
import type {
  OpenedMemory,
  StaffMemory,
  StaffMemoryList,
} from '../../../../shared/memories/staff-memories.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createLetter, createPerson, createStaff, type Person } from '../../../../test/factories.ts';
import { mediaFiles } from '../../../../test/media.ts';
import { openReview, reason, seen, reviewUrl as url } from '../../../../test/memory-review.ts';
import { multipart } from '../../../../test/multipart.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import { memoryOpenings } from './memories.table.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { db } = testApp.services;
const { held, ask, act, byStaff } = openReview(testApp);

// Tests advance the clock, which would end her session.
let agnes = await createStaff(testApp, { firstName: 'Agnes' });
beforeEach(async () => {
  agnes = await createStaff(testApp, { firstName: 'Agnes' });
});

describe('POST …/openings', () => {
  const get = (who: Person, id: string, what: string, headers = {}) =>
    who.request({ url: `${url}/${id}/${what}`, headers });

  test('security 34, 63: content is closed until it is opened for a reason, which the owner and the audit log read', async () => {
    const { id, owner } = await held();
    for (const what of ['file', 'display', 'opened'])
      expect((await get(agnes, id, what)).statusCode).toBe(403);
    const opened = await act(agnes, id, 'openings');
    const openUntil = minutesAfter(clock.now(), openingMinutes).toISOString();
    expect([opened.statusCode, opened.json<OpenedMemory>()]).toEqual([
      201,
      {
        content: null,
        fileUrl: `${url}/${id}/file?v=1`,
        displayUrl: `${url}/${id}/file?v=1`,
        openUntil,
      },
    ]);
    const whole = await get(agnes, id, 'file');
    expect(whole.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' });
    expect(whole.rawPayload.includes('<html>')).toBe(true);
    const part = await get(agnes, id, 'file', { range: 'bytes=0-2' });
    expect([part.statusCode, part.rawPayload]).toEqual([206, whole.rawPayload.subarray(0, 3)]);
    expect((await agnes.request({ url: `${url}/${id}` })).json<StaffMemory>().openUntil).toBe(openUntil);

    const openings = [{ openedAt: clock.now().toISOString(), reason }];
    expect((await owner.request({ url: `/api/memories/${id}` })).json<Memory>().openings).toEqual(openings);
    const listed = (await owner.request({ url: '/api/memories' })).json<Memory[]>();
    expect(listed[0]?.openings).toEqual(openings);
    expect(await byStaff(id)).toMatchObject([
      {
        action: 'memory.opened-by-staff',
        actor: agnes.user.id,
        reason,
        details: { revision: 1, minutes: 15 },
      },
    ]);
  });

  test('403: to a colleague, after a quarter of an hour, and after the owner has put something else in its place', async () => {
    const { id, owner } = await held();
    await act(agnes, id, 'openings');
    expect((await get(await createStaff(testApp), id, 'file')).statusCode).toBe(403);
    const form = multipart({}, await mediaFiles.photo.jpeg());
    await owner.request({ method: 'PATCH', url: `/api/memories/${id}`, ...form });
    expect((await get(agnes, id, 'file')).statusCode).toBe(403);
    const other = await held();
    await act(agnes, other.id, 'openings');
    expect((await get(agnes, other.id, 'file')).statusCode).toBe(200);
    clock.advance(openingMinutes * 60);
    expect((await get(agnes, other.id, 'file')).statusCode).toBe(403);
    expect((await get(agnes, other.id, 'opened')).statusCode).toBe(403);
  });

  test('an opening goes with its memory', async () => {
    const { id, owner } = await held();
    await act(agnes, id, 'openings');
    await owner.request({ method: 'DELETE', url: `/api/memories/${id}` });
    expect(await db.$count(memoryOpenings, eq(memoryOpenings.memoryId, id))).toBe(0);
    expect((await get(agnes, id, 'file')).statusCode).toBe(404);
  });
});

test('MEMORY_REVIEW=staff: a letter waits too, is read for a reason, and is approved', async () => {
  const staffed = await startTestApp({ clock, env: { MEMORY_REVIEW: 'staff' } });
  const [ruth, colleague] = [await createPerson(staffed), await createStaff(staffed)];
  const { id, content, approval } = await createLetter(ruth);
  expect(approval).toBe('in_review');
  const [waiting] = (await colleague.request({ url })).json<StaffMemoryList>().memories;
  expect(waiting).toMatchObject({
    id,
    format: null,
    sizeBytes: null,
    characters: content?.length,
    checks: [],
  });
  expect(JSON.stringify(waiting)).not.toContain(content);
  const payload = { reason, seen: { ...seen, checkedAt: waiting?.checkedAt } };
  expect((await ask(colleague, id, 'openings', payload)).json()).toMatchObject({
    content,
    fileUrl: null,
  });
  expect((await ask(colleague, id, 'approval', payload)).statusCode).toBe(200);
  expect((await ruth.request({ url: `/api/memories/${id}` })).json()).toMatchObject({ isApproved: true });
});
