import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import {
  type DeathReport,
  proofMaxBytes,
  proofWrongType,
} from '../../../../../shared/after-death/death-reports.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  addProof,
  askReport,
  beginReport,
  confirmReport,
  pdf,
  type Report,
  sha256,
} from '../../../../../test/death-reports.ts';
import { createStaff } from '../../../../../test/factories.ts';
import { blackPng, heic } from '../../../../../test/media.ts';
import { storedKeys } from '../../../../../test/stored-keys.ts';
import { newId } from '../../../../platform/ids.ts';
import { storedFileKinds } from '../../../../wiring.ts';
import { eraseFilesHandler } from '../../../system/stored-files/stored-files.jobs.ts';
import { deathCertificates, deathReports } from './death-reports.table.ts';
import { readProofBytes } from './proof-files.ts';

// A Thursday.
const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services } = testApp;
const { db, storage } = services;

const picture = (format: 'jpeg' | 'png' | 'gif') =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: 'white' } })
    .composite([{ input: noise, top: 0, left: 0 }])
    .toFormat(format)
    .toBuffer();
const noise = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
  .png()
  .toBuffer();

async function confirmed(): Promise<Report> {
  const report = await beginReport(testApp);
  await confirmReport(testApp, report);
  return report;
}
const proofsOf = ({ id }: Report) => db.$count(deathCertificates, eq(deathCertificates.reportId, id));

describe('POST /api/death-reports/:token/proofs', () => {
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
    ['a picture that says it is a PDF', () => picture('png'), proofWrongType],
    ['any bytes', async () => randomBytes(5000), proofWrongType],
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
    await expectRefused('application/pdf', await make(), message);
  });

  async function expectRefused(contentType: string, bytes: Buffer, message: string) {
    const report = await confirmed();
    const before = await storedKeys(testApp, 'death-certificates/');
    const answer = await addProof(testApp, report, bytes, { contentType });
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { file: message }]);
    expect([await storedKeys(testApp, 'death-certificates/'), await proofsOf(report)]).toEqual([before, 0]);
  }

  const damaged =
    'This picture is damaged, or stops before its end. Please choose it again, or take another one.';
  const disguised =
    'There is something else in this file besides the paper. Please take a photo of the paper.';
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  /** An empty archive. */
  const zip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);

  test.each<[string, string, () => Promise<Buffer>, string]>([
    ['38: half a JPEG', 'image/jpeg', async () => half(await picture('jpeg')), damaged],
    ['38: a torn PNG', 'image/png', async () => half(await picture('png')), damaged],
    ['38: half a HEIC', 'image/heic', async () => heic.subarray(0, 420), damaged],
    ['38: a GIF that is called a PNG', 'image/png', () => picture('gif'), proofWrongType],
    [
      '39: a JPEG and a page',
      'image/jpeg',
      async () => Buffer.concat([await picture('jpeg'), page]),
      disguised,
    ],
    [
      '39: a JPEG and a ZIP',
      'image/jpeg',
      async () => Buffer.concat([await picture('jpeg'), zip]),
      disguised,
    ],
    ['39: a PNG and a ZIP', 'image/png', async () => Buffer.concat([await picture('png'), zip]), disguised],
    ['39: a HEIC and a page', 'image/heic', async () => Buffer.concat([heic, page]), disguised],
    ['39: a PDF and a ZIP', 'application/pdf', async () => Buffer.concat([await pdf('x'), zip]), disguised],
    [
      '44: a PDF with a script',
      'application/pdf',
      () => pdf('x', {}, (document) => document.addNamedJavaScript('greet', 'app.alert(1)')),
      'This PDF does more than show a page, so we cannot take it. A photo of the paper is enough.',
    ],
    [
      '44: a PDF with a file in it',
      'application/pdf',
      () => pdf('x', {}, (document) => document.file(Buffer.from('x'), { name: 'program.exe' })),
      'There are other files inside this PDF, so we cannot take it. A photo of the paper is enough.',
    ],
    [
      '38: half a PDF',
      'application/pdf',
      async () => half(await pdf('x')),
      'This PDF stops before its end. Please choose it again, or take a photo of the paper.',
    ],
  ])('400, security %s; nothing is stored', async (_what, contentType, make, message) => {
    await expectRefused(contentType, await make(), message);
  });

  test('400, security 41: a picture of 1.6 billion pixels takes this process less than a second and little memory', async () => {
    const bytes = blackPng(40_000);
    const [start, before] = [process.cpuUsage(), process.memoryUsage().rss];
    const message =
      'This picture is larger than we can open. Please take a photo of the paper with your phone.';
    await expectRefused('image/png', bytes, message);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(1000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test('201: a HEIC is kept as it came; its reporter and staff see it as a picture that browsers show', async () => {
    const [report, staff] = [await confirmed(), await createStaff(testApp)];
    const answer = await addProof(testApp, report, heic, { contentType: 'image/heif' });
    const [proof] = answer.json<DeathReport>().proofs;
    expect(proof).toMatchObject({ mediaType: 'image/heic', sizeBytes: heic.length, pages: null });
    expect(proof?.preview).toMatch(/^data:image\/webp;base64,/);
    const row = await proofRow(proof?.id);
    expect(row.sha256).toBe(sha256(heic));
    expect(await readProofBytes(services, row)).toEqual(heic);
    await askReport(testApp, report, { method: 'POST', path: '/submit' });
    const url = `/api/admin/death-reports/${report.id}/proofs/${row.id}/view`;
    const seen = await staff.request({ method: 'POST', url, payload: { reason: 'To read it' } });
    expect(seen.headers['content-type']).toBe('image/jpeg');
    const { data } = await sharp(seen.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect([data[0], data.at(-1)].map((value) => (value ?? 0) > 200)).toEqual([true, true]);
    expect(data[1]).toBeLessThan(60);
  });

  test('201: the reporter sees a small picture of what was sent, sealed, until the report is', async () => {
    const report = await confirmed();
    await addProof(testApp, report, await picture('jpeg'), { contentType: 'image/jpeg' });
    const ofCertificate = await addProof(testApp, report, await pdf('A certificate'));
    expect(ofCertificate.headers['cache-control']).toBe('private, no-store');
    const [photo, certificate] = ofCertificate.json<DeathReport>().proofs;
    expect(certificate).toMatchObject({ pages: 1, preview: null });
    const preview = Buffer.from(photo?.preview?.split(',')[1] ?? '', 'base64');
    expect(await sharp(preview).metadata()).toMatchObject({ format: 'webp', width: 400 });
    expect((await proofRow(photo?.id)).preview).not.toContain(preview.toString('base64'));
    const sent = await askReport(testApp, report, { method: 'POST', path: '/submit' });
    expect(sent.json<DeathReport>().proofs.map((proof) => proof.preview)).toEqual([null, null]);
    expect((await proofRow(photo?.id)).preview).toBeNull();
  });

  const proofRow = async (id = '') => {
    const [row] = await db.select().from(deathCertificates).where(eq(deathCertificates.id, id));
    if (!row) throw new Error('The proof is not stored');
    return row;
  };

  test('503: while files cannot be checked nothing is taken, and the same file is taken a moment later', async () => {
    const report = await confirmed();
    const bytes = await pdf('x');
    vi.spyOn(process, 'execPath', 'get').mockReturnValue('/nothing/here');
    const answer = await addProof(testApp, report, bytes);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30']);
    expect(answer.json().message).toContain('We could not check this file just now');
    expect(await proofsOf(report)).toBe(0);
    vi.restoreAllMocks();
    expect((await addProof(testApp, report, bytes)).statusCode).toBe(201);
  });

  test('201: 10 MB; 413: one byte more', async () => {
    const report = await confirmed();
    const certificate = await pdf('x');
    // Scanners pad files with bytes that viewers ignore.
    const filled = (sizeBytes: number) =>
      Buffer.concat([
        certificate.subarray(0, 9),
        Buffer.alloc(sizeBytes - certificate.length, '\n'),
        certificate.subarray(9),
      ]);
    expect((await addProof(testApp, report, filled(proofMaxBytes))).statusCode).toBe(201);
    expect((await addProof(testApp, report, filled(proofMaxBytes + 1))).statusCode).toBe(413);
  });

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
    await db
      .update(deathReports)
      .set({ state: 'closed', answeredAt: testApp.clock.now() })
      .where(eq(deathReports.id, report.id));
    expect((await addProof(testApp, report, await pdf('y'))).statusCode).toBe(409);
  });
});

describe('DELETE /api/death-reports/:token/proofs/:id', () => {
  const takeBack = (report: Report, id = newId()) =>
    askReport(testApp, report, { method: 'DELETE', path: `/proofs/${id}` });
  const add = async (report: Report, words: string) =>
    (await addProof(testApp, report, await pdf(words))).json<DeathReport>().proofs.at(-1)?.id;

  test('200: the wrong file is gone, from storage too; the right one stays, and the same can be sent again', async () => {
    const report = await confirmed();
    const [wrong, right] = [await add(report, 'A gas bill'), await add(report, 'A certificate')];
    const before = await storedKeys(testApp, 'death-certificates/');
    const answer = await takeBack(report, wrong);
    expect(answer.json<DeathReport>().proofs.map(({ id }) => id)).toEqual([right]);
    const key = `death-certificates/${wrong}`;
    await eraseFilesHandler(services, storedFileKinds)({ keys: [key] });
    expect(await storedKeys(testApp, 'death-certificates/')).toEqual(before.filter((one) => one !== key));
    expect(await add(report, 'A gas bill')).toBeDefined();
  });

  test('404: the file of another report, and one that is gone already', async () => {
    const [report, another] = [await confirmed(), await confirmed()];
    const id = await add(report, 'A certificate');
    expect((await takeBack(another, id)).statusCode).toBe(404);
    expect((await takeBack(report, id)).statusCode).toBe(200);
    expect((await takeBack(report, id)).statusCode).toBe(404);
  });

  test('409: once the report is sent, since staff rely on it', async () => {
    const report = await confirmed();
    const id = await add(report, 'A certificate');
    await askReport(testApp, report, { method: 'POST', path: '/submit' });
    expect((await takeBack(report, id)).statusCode).toBe(409);
    expect(await proofsOf(report)).toBe(1);
  });
});
