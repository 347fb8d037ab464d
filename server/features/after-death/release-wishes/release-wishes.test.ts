import { describe, expect, test } from 'vitest';
import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { startTestApp } from '../../../../test/app.ts';
import { createPerson, createRecipient, type Person } from '../../../../test/factories.ts';

const testApp = await startTestApp();
const { clock } = testApp;

const url = '/api/release-wishes';
const chosen = { reporters: 'trusted_contacts', objectionDays: 14, quietDays: 30, noteToContacts: 'Be kind' };
const read = async (person: Person) => (await person.request({ url })).json<ReleaseWishes>();
const save = (person: Person, payload: object) => person.request({ method: 'PUT', url, payload });

test.each(['GET', 'PUT'] as const)('401: %s without a session', async (method) => {
  const answer = await testApp.app.inject({ method, url, ...(method === 'PUT' && { payload: chosen }) });
  expect(answer.statusCode).toBe(401);
});

test('200: what counts where nothing was chosen', async () => {
  expect(await read(await createPerson(testApp))).toEqual({
    reporters: 'anyone',
    objectionDays: null,
    stricterUntil: null,
    defaultObjectionHours: 72,
    quietDays: 0,
    noteToContacts: null,
    secondEmail: null,
    pendingSecondEmail: null,
    stoppingCode: null,
    trustedContacts: [],
    substitutes: [],
  });
});

test('200: what was chosen, for this account alone, with the people whom it concerns', async () => {
  const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
  const ines = await createRecipient(person, { firstName: 'Inés', trustedContact: true, email: '' });
  const maya = await createRecipient(person, { substituteId: ines.id });
  const byPhone = { firstName: 'Jo', trustedContact: true, email: '', phone: '+12125550134' };
  const jo = await createRecipient(person, byPhone);
  await createRecipient(other, { trustedContact: true });
  const answer = await save(person, { ...chosen, noteToContacts: '  Be kind \n' });
  expect(answer.statusCode).toBe(200);
  const shown = {
    ...chosen,
    stricterUntil: null,
    trustedContacts: [
      { id: ines.id, name: 'Inés Alvarez', isReachable: false },
      { id: jo.id, name: 'Jo Alvarez', isReachable: true },
    ],
    substitutes: [
      {
        recipientId: maya.id,
        name: 'Maya Alvarez',
        substituteId: ines.id,
        substituteName: 'Inés Alvarez',
      },
    ],
  };
  expect(answer.json()).toMatchObject(shown);
  expect(await read(person)).toEqual(answer.json());
  expect(await read(other)).toMatchObject({ reporters: 'anyone', quietDays: 0, noteToContacts: null });
});

describe('400: nothing is stored', () => {
  test.each([
    ['objectionDays', 2],
    ['objectionDays', 0],
    ['objectionDays', 31],
    ['objectionDays', 3.5],
    ['objectionDays', '7'],
    ['quietDays', -1],
    ['quietDays', 91],
    ['quietDays', 1.5],
    ['quietDays', null],
    ['reporters', 'nobody'],
    ['reporters', null],
    ['noteToContacts', 'x'.repeat(1001)],
    ['noteToContacts', 'a\u0000b'],
    ['noteToContacts', 7],
  ])('%s: %j', async (field, value) => {
    const person = await createPerson(testApp);
    const answer = await save(person, { ...chosen, [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
    expect(await read(person)).toMatchObject({ reporters: 'anyone', objectionDays: null, quietDays: 0 });
  });
});

describe('an account that was taken over for an hour', () => {
  const looser = { ...chosen, reporters: 'anyone', objectionDays: null };

  test('what is less strict counts only thirty days later', async () => {
    const person = await createPerson(testApp);
    await save(person, chosen);
    const until = new Date(clock.now().getTime() + 30 * 24 * 3_600_000).toISOString();
    const stricter = { until, reporters: 'trusted_contacts', objectionDays: 14 };
    const answer = await save(person, looser);
    expect(answer.json()).toMatchObject({
      reporters: 'anyone',
      objectionDays: null,
      stricterUntil: stricter,
    });
    // Saving the same choice again neither shortens nor extends it.
    clock.advance(600);
    expect((await save(person, looser)).json().stricterUntil).toEqual(stricter);
  });

  test('two steps lead no sooner there than one', async () => {
    const person = await createPerson(testApp);
    await save(person, chosen);
    await save(person, { ...chosen, objectionDays: 10 });
    const answer = await save(person, { ...looser, objectionDays: 3 });
    expect(answer.json().stricterUntil).toMatchObject({ reporters: 'trusted_contacts', objectionDays: 14 });
  });

  test('the owner who takes it back has it at once as it was', async () => {
    const person = await createPerson(testApp);
    await save(person, chosen);
    await save(person, looser);
    expect((await save(person, chosen)).json()).toMatchObject({ ...chosen, stricterUntil: null });
  });
});
