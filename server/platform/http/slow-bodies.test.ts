import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { endSlowBodies } from './slow-bodies.ts';

/** Measured ten times as often as usual, so that the test is short: 300 bytes are required every 0.3 seconds. */
const seconds = 0.3;

/** Sends a body in pieces to a server that begins to read it after `readAfter`. Returns what the server has received. */
async function send(
  pieces: number,
  pieceBytes: number,
  { pauseMs, readAfter = 0 }: { pauseMs: number; readAfter?: number },
) {
  const app = fastify();
  endSlowBodies(app, { seconds });
  app.addContentTypeParser('*', async (_request: unknown, body: AsyncIterable<Buffer>) => {
    await pause(readAfter);
    let received = 0;
    for await (const chunk of body) received += chunk.length;
    return received;
  });
  app.post('/', async ({ body }) => ({ received: body }));
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return new Promise<string>((resolve) => {
    const headers = { 'content-type': 'x/y', 'content-length': pieces * pieceBytes };
    const sending = request({ port, method: 'POST', headers }, async (incoming) => {
      let text = '';
      for await (const chunk of incoming) text += chunk;
      resolve(text);
    });
    sending.on('error', () => resolve('cut off'));
    const write = async () => {
      for (let n = 0; n < pieces && !sending.destroyed; n++) {
        sending.write(Buffer.alloc(pieceBytes));
        await pause(pauseMs);
      }
    };
    void write();
  });
}

test('a body that arrives a byte at a time is cut off', async () => {
  expect(await send(1_000, 1, { pauseMs: 20 })).toBe('cut off');
});

test('a slow line is waited for', async () => {
  expect(await send(10, 20_000, { pauseMs: 100 })).toBe('{"received":200000}');
});

test('a sender is not blamed for our own delay', async () => {
  expect(await send(100, 20_000, { pauseMs: 0, readAfter: 1_000 })).toBe('{"received":2000000}');
});
