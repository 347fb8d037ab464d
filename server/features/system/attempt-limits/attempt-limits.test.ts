import { expect, test } from 'vitest';
import { startTestApp } from '../../../../test/app.ts';

const link = (letter: string) => letter.repeat(43);

test('429: one link too often in an hour, from whatever addresses; and one address too often, with whatever links', async () => {
  const testApp = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  const press = async (token: string, remoteAddress: string) => {
    const url = `/api/address/${token}/wrong`;
    return (await testApp.app.inject({ method: 'POST', url, remoteAddress })).statusCode;
  };

  for (let number = 1; number <= 30; number++) expect(await press(link('a'), `192.0.2.${number}`)).toBe(404);
  expect(await press(link('a'), '192.0.2.31')).toBe(429);
  expect(await press(link('b'), '192.0.2.31')).toBe(404);

  const links = [...'cdefg'].map(link);
  for (let number = 0; number < 120; number++)
    expect(await press(links[number % 5] ?? '', '192.0.2.99')).toBe(404);
  expect(await press(link('h'), '192.0.2.99')).toBe(429);
  testApp.clock.advance(61 * 60);
  expect(await press(link('h'), '192.0.2.99')).toBe(404);
});
