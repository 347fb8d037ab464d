import { describe, expect, test } from 'vitest';
import { startTestApp } from './app.ts';
import { createLetter, createPerson } from './factories.ts';
import { deliverDue, leave } from './released.ts';
import { howToAddARow, routeRows } from './routes/all-rows.ts';
import { watchRoutes } from './routes/registered-routes.ts';
import { askAs, ownersMark, type Question, type RouteRow, requestOf } from './routes/row.ts';
import { storedState } from './routes/stored-state.ts';
import { endWindow, reportedOwner } from './trusted-access.ts';

// Somebody with a trusted contact's link tries it wherever it might open something.
const routes = watchRoutes();
const testApp = await startTestApp({ env: { DEV_MAILBOX: 'off' } });

// Writes are counted from the first call on.
await storedState(testApp);

/** What the owner keeps, left for one of two people, and the token of the other, who is a trusted contact. */
const reported = await reportedOwner(testApp, [{}], { lastName: ownersMark });
const { token, owner, reportId, recipients } = reported;
const secret = 'what was left for Leo alone';
const { id: memoryId } = await createLetter(owner, {
  title: secret,
  content: secret,
  personalMessage: secret,
});
const { id: scheduleId } = await leave(testApp, { ...reported, recipients: recipients.slice(1) });

/** The token instead of an id, and in each place in which a request says who is asking. */
const ways = { token, cookies: { session: token, received: token } };
const ids: Record<string, string> = { token, id: memoryId, scheduleId, memoryId };

const kept = Object.entries(routeRows).filter(([, { statuses }]) => statuses.nobody === 401);
const open = Object.entries(routeRows).filter(
  ([route, { statuses }]) => statuses.nobody !== 401 && !route.includes('/api/trusted/'),
);

/** The token is in the path or in the body. */
const takesLink = /:token|verify-email|confirm-email|undo|reset-password/;
const askOf = async ({ ask }: RouteRow): Promise<Question> =>
  ask({ testApp, owner: await createPerson(testApp) });

describe.each(['before', 'after'])('security 35: the token of a trusted contact, %s the release', (when) => {
  test('no route of an account takes it', async () => {
    if (when === 'after') {
      await endWindow(testApp, reportId);
      await deliverDue(testApp);
    }
    expect(
      [...routes].filter((route) => !routeRows[route]),
      howToAddARow,
    ).toEqual([]);
    const before = await storedState(testApp, owner.user.id);
    expect(before).toHaveProperty('schedules');
    for (const [route] of kept) {
      const names = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const params = Object.fromEntries(names.map((name) => [name, ids[name] ?? memoryId]));
      for (const asked of [params, Object.fromEntries(names.map((name) => [name, token]))]) {
        const answer = await askAs(testApp, requestOf(route, { params: asked, query: { token } }), ways);
        expect([401, 404], route).toContain(answer.statusCode);
        expect(answer.body, route).not.toContain(secret);
      }
    }
    expect(await storedState(testApp, owner.user.id)).toEqual(before);
  });

  test('no other link takes it', async () => {
    // Pages that need no link do not change with the release.
    const asked = when === 'before' ? open : open.filter(([route]) => route.includes(':token'));
    for (const [route, row] of asked) {
      const { payload, params, ...question }: Question = takesLink.test(route) ? await askOf(row) : {};
      const inPath = route.includes(':token');
      const inBody = payload !== undefined && 'token' in payload;
      const request = requestOf(route, {
        ...question,
        params: { ...params, ...(inPath && { token }) },
        ...(payload && { payload: inBody ? { ...payload, token } : payload }),
      });
      const answer = await askAs(testApp, request, { ...ways, endless: question.endless === true });
      if (inPath || inBody) expect(answer.statusCode, route).toBeGreaterThanOrEqual(400);
      if (inPath) expect([401, 404], route).toContain(answer.statusCode);
      if (question.endless) continue;
      for (const theirs of [secret, ownersMark, owner.user.email])
        expect(answer.body, route).not.toContain(theirs);
    }
  });

  test('its own page names people, and nothing that was left', async () => {
    const answer = await testApp.app.inject({ url: `/api/trusted/${token}` });
    expect(answer.json().state).toBe(when === 'before' ? 'window' : 'open');
    for (const hidden of [secret, memoryId, scheduleId]) expect(answer.body).not.toContain(hidden);
  });
});
