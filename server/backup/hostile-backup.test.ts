import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Encrypter } from 'age-encryption';
import { type Headers, pack } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../test/app.ts';
import {
  backUp,
  makeEmptyInstallation,
  makeFolder,
  passphrase,
  queryIn,
  restoreInto,
} from '../../test/backups.ts';
import { createPerson } from '../../test/factories.ts';
import { openArchiveReader } from '../platform/backup/archive-reader.ts';
import { OperatorError } from '../platform/errors.ts';

// Somebody who knows the passphrase, or gets an operator to restore their backup, tries to gain more than their own rows.

interface Part {
  name: string;
  content: string | Buffer;
  header?: Partial<Headers>;
}

const testApp = await startTestApp();
let whole: Part[] = [];

/** Made by the first test that needs it. */
async function makeWhole(): Promise<void> {
  if (whole.length > 0) return;
  await createPerson(testApp);
  whole = await partsOf(await readFile((await backUp(testApp)).address));
}

async function partsOf(bytes: Buffer): Promise<Part[]> {
  const archive = openArchiveReader(
    { read: () => Readable.from([bytes]), headerMark: undefined },
    passphrase,
  );
  const parts: Part[] = [];
  for await (const { name, bytes: content } of archive.section(''))
    parts.push({ name, content: await buffer(content) });
  await archive.close();
  return parts;
}

/** With correct checksums: only its maker can have changed it. */
async function archiveOf(parts: readonly Part[]): Promise<Buffer> {
  const tar = pack();
  const lines = parts.map(
    ({ name, content }) => `${createHash('sha256').update(content).digest('hex')}  ${name}`,
  );
  for (const { name, content, header } of [
    ...parts,
    { name: 'checksums/000001.sha256', content: `${lines.join('\n')}\n` },
  ])
    tar.entry({ name, ...header }, content);
  tar.finalize();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(10);
  return Buffer.from(await encrypter.encrypt(await buffer(tar)));
}

const changed = (name: string, change: (content: string) => string): Part[] =>
  whole.map((part) => (part.name === name ? { ...part, content: change(part.content.toString()) } : part));
const json = (change: (value: Record<string, never[]>) => object) => (content: string) =>
  JSON.stringify(change(JSON.parse(content)));
const withFile = (part: Part): Part[] =>
  whole.flatMap((one) => (one.name === 'end.json' ? [part, one] : [one]));

describe('a backup that its maker has changed is refused in a sentence', () => {
  test.each<[string, () => Part[]]>([
    ['a file outside the folder', () => withFile({ name: 'files/../../outside', content: 'x' })],
    ['a file of the system', () => withFile({ name: 'files//etc/passwd', content: 'x' })],
    [
      'a link to a file of the system',
      () =>
        withFile({ name: 'files/link', content: '', header: { type: 'symlink', linkname: '/etc/passwd' } }),
    ],
    ['a folder', () => withFile({ name: 'files/folder/', content: '', header: { type: 'directory' } })],
    [
      'a table that there is not',
      () =>
        changed(
          'manifest.json',
          json(({ tables = [], ...rest }) => ({
            ...rest,
            tables: [{ name: 'users"; drop table users; --', columns: ['id'] }, ...tables],
          })),
        ),
    ],
    [
      'a column that there is not',
      () =>
        changed(
          'manifest.json',
          json(({ tables = [], ...rest }) => ({
            ...rest,
            tables: tables.map((table: object) => ({ ...table, columns: ["id) from program 'id' --"] })),
          })),
        ),
    ],
    ['no manifest', () => changed('manifest.json', () => 'null')],
    ['a manifest without an end', () => changed('manifest.json', () => '{"format":1')],
    [
      'a manifest that fills the memory',
      () => changed('manifest.json', (content) => content + ' '.repeat(17 * 1024 * 1024)),
    ],
  ])('%s', async (_what, parts) => {
    await makeWhole();
    const folder = await makeFolder();
    const from = join(folder, 'hostile.tar.age');
    await writeFile(from, await archiveOf(parts()));
    const target = await makeEmptyInstallation();
    await expect(restoreInto(target, { from })).rejects.toThrow(OperatorError);
    expect(await readdir(dirname(target.dataDir))).not.toContain('outside');
    expect(await readdir(target.dataDir)).not.toContain('outside');
  });

  test('unchanged it is restored', async () => {
    await makeWhole();
    const from = join(await makeFolder(), 'whole.tar.age');
    await writeFile(from, await archiveOf(whole));
    const target = await makeEmptyInstallation();
    await restoreInto(target, { from });
    expect(await queryIn(target.databaseUrl, 'select from users')).toHaveLength(1);
  });
});
