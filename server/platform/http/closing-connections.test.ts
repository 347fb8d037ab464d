import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { endConnectionsOnClose } from './closing-connections.ts';

test('closing does not wait for a connection without a request, but waits for a response in progress', async () => {
  const app = fastify();
  endConnectionsOnClose(app);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    app.get('/', async () => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      return 'answered';
    });
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const idle = connect(Number(new URL(address).port), '127.0.0.1');
  idle.resume();
  await once(idle, 'connect');
  const request = fetch(address);
  await asked;
  const closing = app.close();
  await once(idle, 'close');
  answer();
  expect(await (await request).text()).toBe('answered');
  await closing;
});
