import { expect, test } from 'vitest';
import { startTestApp } from '../../../../test/app.ts';
import { createPerson, goodPassword } from '../../../../test/factories.ts';

const everything = 'password-change,two-factor,account-deletion';
const soon = { code: 'conflict', message: 'This feature will be available soon' };
const confirmation = { password: goodPassword, code: '123456' };

test('GET /api/features: nothing is off by default, and anybody may ask', async () => {
  const testApp = await startTestApp();
  const answer = await testApp.app.inject({ url: '/api/features' });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ off: [] });
});

test('GET /api/features: what the operator switched off', async () => {
  const testApp = await startTestApp({ env: { FEATURES_OFF: everything } });
  const answer = await testApp.app.inject({ url: '/api/features' });
  expect(answer.json()).toEqual({ off: ['password-change', 'two-factor', 'account-deletion'] });
});

test('409 in plain words: every write of a feature that is off, and nothing changes', async () => {
  const testApp = await startTestApp({ env: { FEATURES_OFF: everything } });
  const person = await createPerson(testApp);
  const writes = [
    ['/api/auth/change-password', { currentPassword: goodPassword, newPassword: 'Slow-Lantern-2041' }],
    ['/api/auth/two-factor/enable', confirmation],
    ['/api/auth/two-factor/confirm', { code: '123456' }],
    ['/api/auth/two-factor/recovery-codes', confirmation],
    ['/api/auth/two-factor/disable', confirmation],
    ['/api/user/deletion', { ...confirmation, confirmation: 'DELETE' }],
  ] as const;
  for (const [url, payload] of writes) {
    const answer = await person.request({ method: 'POST', url, payload });
    expect([url, answer.statusCode, answer.json()]).toEqual([url, 409, soon]);
  }
  const profile = await person.request({ url: '/api/user/profile' });
  expect(profile.json()).toEqual(person.user);
});
