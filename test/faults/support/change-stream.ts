import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Caller } from './people.ts';

/** What a page is told about its person's changes. */
export interface ChangeStream {
  /** The topics of each announcement so far. */
  heard: string[][];
}

/** Opens the change stream of `caller` at `address`; closed when the test ends. */
export function openChangeStream(caller: Caller, address: string): Promise<ChangeStream> {
  const heard: string[][] = [];
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${caller.token}` };
    const stream = request(`${address}/api/events`, { headers }, (incoming) => {
      incoming.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.matchAll(/^data: (.*)$/gm)) {
          heard.push((JSON.parse(String(line[1])) as { topics: string[] }).topics);
        }
      });
      incoming.on('error', () => undefined);
      resolve({ heard });
    });
    stream.on('error', reject);
    stream.end();
    onTestFinished(() => {
      stream.destroy();
    });
  });
}
