import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type DeathReport, proofMaxBytes } from '../../../../shared/after-death/death-reports.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { addProof, beginReport, confirmReport, pdf, sha256 } from '../../../../test/death-reports.ts';
import { storedKeys } from '../../../../test/stored-keys.ts';
import { deathCertificates, deathReports } from './death-reports.table.ts';
import { checkProof } from './proof-checks.ts';

// A Thursday.
const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services } = testApp;
const { db, storage } = services;

describe('POST /api/death-reports/:token/proofs', () => {
  const picture = (format: 'jpeg' | 'png') =>
    sharp({ create: { width: 40, height: 40, channels: 3, background: 'white' } })
      .toFormat(format)
      .toBuffer();

  test('201: a PDF, a JPEG and a PNG, sealed, with the hash of what was sent', async () => {
    const report = await beginReport(testApp);
    await confirmReport(testApp, report);
    const certificate = await pdf('Certificate of death: Ruth Alvarez');
    expect((await addProof(testApp, report, certificate)).statusCode).toBe(201);
    expect(
      (await addProof(testApp, report, await picture('jpeg'), { contentType: 'image/jpeg' })).statusCode,
    ).toBe(201);
    const answer = await addProof(testApp, report, await picture('png'), {
      contentType: 'image/png',
      kind: 'statement',
    });
    expect(answer.json<DeathReport>().proofs.map(({ kind, mediaType }) => [kind, mediaType])).toEqual([
      ['certificate', 'application/pdf'],
      ['certificate', 'image/jpeg'],
      ['statement', 'image/png'],
    ]);
    const [row] = await db
      .select()
      .from(deathCertificates)
      .where(eq(deathCertificates.sha256, sha256(certificate)));
    const stored: Buffer[] = [];
    for await (const chunk of await storage.read(row?.storageKey ?? '')) stored.push(chunk);
    expect(Buffer.concat(stored).includes('PDF')).toBe(false);
    expect(row).toMatchObject({ sizeBytes: certificate.length, storedSha256: sha256(Buffer.concat(stored)) });
  });

  test.each([
    ['nothing at all', async () => Buffer.alloc(0), 'This file is empty. Please choose another one.'],
    ['a picture that says it is a PDF', () => picture('png'), 'Please choose a PDF, a JPEG or a PNG file'],
    ['any bytes', async () => randomBytes(5000), 'Please choose a PDF, a JPEG or a PNG file'],
    [
      'a PDF that is locked',
      () => pdf('secret', { userPassword: 'ruth', pdfVersion: '1.7' }),
      'This PDF is locked with a password, so that we cannot read it. A photo of the paper is enough.',
    ],
    [
      'a PDF without a page',
      async () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
      'There is no page in this PDF. Please choose another file, or take a photo of the paper.',
    ],
    [
      'a PDF whose list of pages is empty',
      async () => Buffer.from('%PDF-1.4\n<</Type/Pages/Kids[]/Count 0>>\n<</Type/Page>>\n%%EOF'),
      'There is no page in this PDF. Please choose another file, or take a photo of the paper.',
    ],
  ])('400: %s; nothing is stored', async (_what, make, message) => {
    const report = await beginReport(testApp);
    await confirmReport(testApp, report);
    const before = await storedKeys(testApp, 'death-certificates/');
    const answer = await addProof(testApp, report, await make());
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { file: message }]);
    expect(await storedKeys(testApp, 'death-certificates/')).toEqual(before);
  });

  test.each(['/Type/Pages', '/Type/Pages/Count ', '/Type ', '/Encrypt 1 1 ', ' ', '1'])(
    '10 MB of %j are read in a moment',
    async (part) => {
      const file = Buffer.alloc(proofMaxBytes, part);
      file.write('%PDF-1.4\n<</Type/Page>>/Type/Pages/Encrypt', 'latin1');
      await checkProof(file, 'application/pdf');
    },
  );

  test('400: another type, declared honestly; 413: 11 MB', async () => {
    const report = await beginReport(testApp);
    await confirmReport(testApp, report);
    const word = await addProof(testApp, report, await pdf('x'), { contentType: 'application/msword' });
    expect(word.statusCode).toBe(400);
    const large = Buffer.concat([await pdf('x'), Buffer.alloc(11 * 1024 * 1024)]);
    const answer = await addProof(testApp, report, large);
    expect([answer.statusCode, answer.json().message]).toEqual([
      413,
      'This file is larger than 10 MB. A photo of the paper is enough.',
    ]);
  });

  test('409: before the address is confirmed, the same file twice, and once it was answered', async () => {
    const report = await beginReport(testApp);
    const bytes = await pdf('x');
    expect((await addProof(testApp, report, bytes)).statusCode).toBe(409);
    await confirmReport(testApp, report);
    await addProof(testApp, report, bytes);
    expect((await addProof(testApp, report, bytes)).json().message).toBe('We already have this file.');
    await db.update(deathReports).set({ state: 'closed' }).where(eq(deathReports.id, report.id));
    expect((await addProof(testApp, report, await pdf('y'))).statusCode).toBe(409);
  });
});
