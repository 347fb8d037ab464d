import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { readZip } from '../../test/zip.ts';
import { type ZipEntry, zipStream } from './zip.ts';

const at = new Date('2031-05-04T12:00:00Z');

function entry(path: string, bytes: Buffer, changes: Partial<ZipEntry> = {}): ZipEntry {
  const open = async () => Readable.from([bytes]);
  return { path, sizeBytes: bytes.length, compress: false, open, ...changes };
}

describe('a streamed ZIP', () => {
  test('contains every file unchanged', async () => {
    const text = Buffer.from('å – a letter\n'.repeat(1000));
    const photo = Buffer.from([0xff, 0xd8, 0, 1, 2, 3]);
    const entries = [
      entry('index.html', text, { compress: true }),
      entry('files/0001 Für Maya.jpg', photo),
      entry('files/0002 empty.wav', Buffer.alloc(0)),
    ];
    const zip = await buffer(zipStream(entries, at));
    expect(zip.length).toBeLessThan(text.length);
    expect(readZip(zip)).toEqual(
      new Map([
        ['index.html', text],
        ['files/0001 Für Maya.jpg', photo],
        ['files/0002 empty.wav', Buffer.alloc(0)],
      ]),
    );
  });

  test('opens one file at a time and reads no more of it than is consumed', async () => {
    const opened: string[] = [];
    let produced = 0;
    const endless = (path: string) =>
      entry(path, Buffer.alloc(0), {
        sizeBytes: 2 ** 40,
        open: async () => {
          opened.push(path);
          return new Readable({
            read() {
              produced += 65_536;
              this.push(Buffer.alloc(65_536));
            },
          });
        },
      });
    const stream = zipStream([endless('one'), endless('two')], at);
    let read = 0;
    for await (const chunk of stream) {
      read += chunk.length;
      if (read > 4_000_000) break;
    }
    expect(opened).toEqual(['one']);
    expect(produced - read).toBeLessThan(2_000_000);
  });

  test.each([
    ['cannot be opened', { open: async () => Promise.reject(new Error('gone')) }, /gone/],
    [
      'breaks off',
      {
        open: async () =>
          new Readable({
            read() {
              this.destroy(new Error('broken'));
            },
          }),
      },
      /broken/,
    ],
    ['is shorter than it should be', { sizeBytes: 9 }, /unexpected number of bytes/],
  ])('breaks when a file %s', async (_what, changes, message) => {
    const entries = [entry('a', Buffer.from('whole')), entry('b', Buffer.from('other'), changes)];
    await expect(buffer(zipStream(entries, at))).rejects.toThrow(message);
  });

  test('closes the open file when the reader stops', async () => {
    const file = new Readable({ read() {} });
    const stream = zipStream([entry('a', Buffer.alloc(0), { sizeBytes: 5, open: async () => file })], at);
    stream.once('data', () => stream.destroy());
    await new Promise((resolve) => {
      file.once('close', resolve);
    });
    expect(file.destroyed).toBe(true);
  });
});
