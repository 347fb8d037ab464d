import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, type Person } from '../../../../test/factories.ts';
import { drawing } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';
import { routeRows } from '../../../../test/routes/all-rows.ts';
import { askAs, requestOf } from '../../../../test/routes/row.ts';
import { storedKeys } from '../../../../test/stored-keys.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

const fileRoutes = Object.keys(routeRows).filter((route) =>
  /\/(file|thumbnail|display|profile-picture)$/.test(route),
);
const reads = fileRoutes.filter((route) => route.startsWith('GET '));

/** What the owner or the recipient gets from a route that serves files. */
async function fetchFrom(route: string, headers: Record<string, string> = {}) {
  const owner = await createPerson(testApp);
  const question = await routeRows[route]?.ask({ testApp, owner });
  if (!question) throw new Error(`${route} has no row`);
  const request = requestOf(route, question);
  const { own } = question;
  return askAs(
    testApp,
    { ...request, headers },
    { token: owner.token, ...(own?.cookies && { cookies: own.cookies }) },
  );
}

describe('security 44: an uploaded file is never served as a page of ours', () => {
  test('there are files to request', () => {
    expect(reads.length).toBeGreaterThanOrEqual(7);
  });

  test.each(reads)('%s', async (route) => {
    const { statusCode, headers } = await fetchFrom(route);
    expect(statusCode).toBe(200);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/^sandbox( allow-same-origin)?$/);
    const isMedia = /^(image\/(jpeg|png|gif|webp)|(audio|video)\/[\w.+-]+)$/.test(
      String(headers['content-type']),
    );
    const disposition = isMedia ? /^(inline|attachment); filename=/ : /^attachment; filename=/;
    expect(headers['content-disposition']).toMatch(disposition);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['cache-control']).toContain('no-store');
  });

  test.each(reads)('206: a part of %s', async (route) => {
    const part = await fetchFrom(route, { range: 'bytes=2-5' });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload).toHaveLength(4);
    expect(part.headers['content-range']).toMatch(/^bytes 2-5\/\d+$/);
  });
});

describe('security 43: the name of a file', () => {
  const upload = async (person: Person, name: string) => {
    const bytes = await drawing(32, 24).jpeg().toBuffer();
    const form = multipart(
      { type: 'photo', title: 'x', recipient: 'y' },
      { name, contentType: 'image/jpeg', bytes },
    );
    return person.request({ method: 'POST', url: '/api/memories/upload', ...form });
  };

  test.each([
    ['going up', '../../../etc/cron.d/x.jpg'],
    ['with a NUL', 'a\u0000b.jpg'],
    ['that turns the direction of writing', 'a\u202Egpj.exe.jpg'],
    ['with quotes', 'say %22cheese%22.jpg'],
    ['with a line end, as browsers write it', 'a%0D%0ASet-Cookie: x=1.jpg'],
    ['with a semicolon', 'a.jpg; filename=evil.html;.jpg'],
    ['of 300 characters', `${'n'.repeat(296)}.jpg`],
    ['of emoji', '🎂🎂.jpg'],
  ])('%s neither names a place nor breaks a header', async (_what, name) => {
    const person = await createPerson(testApp);
    const answer = await upload(person, name);
    expect(answer.statusCode).toBe(201);
    const { id, fileName } = answer.json();
    expect(fileName.length).toBeLessThanOrEqual(150);
    expect(fileName).not.toMatch(/[\p{Cc}\u202E/\\"]/u);
    expect(await storedKeys(testApp, `memories/${id}/`)).toEqual([
      expect.stringMatching(`^memories/${id}/original-[0-9a-f-]{36}$`),
    ]);
    const { headers } = await person.request({ url: `/api/memories/${id}/file?download=1` });
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="[ !#-[\]-~]+"; filename\*=UTF-8''[\w%.!~-]+$/,
    );
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('with a raw line end is no name at all, or one without it', async () => {
    const person = await createPerson(testApp);
    const answer = await upload(person, 'a\r\nset-cookie: x=1\r\n.jpg');
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.headers['set-cookie']).toBeUndefined();
    if (answer.statusCode === 201) expect(answer.json().fileName).not.toMatch(/[\r\n]/);
  });
});

test('security 48: the quota counts what is stored: refused uploads take no place, deleted ones free theirs', async () => {
  const person = await createPerson(testApp);
  const bytes = await drawing(32, 24).jpeg().toBuffer();
  const send = (contentType = 'image/jpeg') =>
    person.request({
      method: 'POST',
      url: '/api/memories/upload',
      ...multipart({ type: 'photo', title: 'x', recipient: 'y' }, { name: 'a.jpg', contentType, bytes }),
    });
  const statuses = [];
  for (let number = 0; number < 14; number++) {
    statuses.push((await send('text/html')).statusCode, (await send()).statusCode);
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(10);
  expect(statuses.slice(20)).toEqual(
    Array(4)
      .fill([expect.toBeOneOf([400, 402]), 402])
      .flat(),
  );
  const [first] = (await person.request({ url: '/api/memories' })).json();
  await person.request({ method: 'DELETE', url: `/api/memories/${first.id}` });
  expect((await send()).statusCode).toBe(201);
  expect((await send()).statusCode).toBe(402);
});
