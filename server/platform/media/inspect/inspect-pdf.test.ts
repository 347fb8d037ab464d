import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pdf } from '../../../../test/death-reports.ts';
import { drawing } from '../../../../test/media.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { PdfFaultError } from './pdf-tokens.ts';

const faultOf = (bytes: Buffer): string => {
  try {
    return `${inspectPdf(bytes)} pages`;
  } catch (error) {
    if (error instanceof PdfFaultError) return error.fault;
    throw error;
  }
};

const page =
  '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n';
/** A PDF with one page and these additional objects. */
function pdfOf(...objects: (string | Buffer)[]): Buffer {
  const parts = [
    '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n',
    page,
    '3 0 obj\n<</Type/Page/Parent 2 0 R>>\nendobj\n',
    ...objects,
  ];
  const end = '\nxref\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n';
  return Buffer.concat(
    [...parts, end].map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
}
/** A stream object with this dictionary. */
const stream = (dictionary: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`7 0 obj\n${dictionary}stream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ]);
const script = '9 0 <</S/JavaScript/JS(app.alert\\(1\\))>>';
const packed = deflateSync(script);
const ofObjects = (more: string) => `<</Type/ObjStm/N 1/First 4${more}>>`;

describe('what people send as a proof passes', () => {
  test('a page that was scanned, with a picture', async () => {
    const scan = await drawing(1200, 1600).jpeg().toBuffer();
    const bytes = await pdf('', { size: 'A4' }, (document) => document.image(scan, 0, 0, { width: 500 }));
    expect(faultOf(bytes)).toBe('1 pages');
  });

  test('two pages as phones make them: packed objects, a link, a first view', async () => {
    const objects = '5 0 6 20 <</Type/Page>> <</Type/Page/A<</S/URI/URI(https://example.com)>>>>';
    const first = '4 0 obj\n<</Type/Catalog/OpenAction[3 0 R /Fit]>>\nendobj\n';
    const more = `/Filter/FlateDecode/Length 99`;
    expect(faultOf(pdfOf(first, stream(ofObjects(more), deflateSync(objects))))).toBe('3 pages');
  });

  test('numbers and strings as some programs write them', () => {
    const form = '<</BBox[0. .5 -1 +2.25]/ID[<a0 f>(\\(odd\\)(x))]/Filter/FlateDecode>>';
    expect(faultOf(pdfOf(stream(form, deflateSync('0 0 m'))))).toBe('1 pages');
  });

  test('a page that was signed later, and so stands in it twice', () => {
    expect(faultOf(pdfOf('3 0 obj\n<</Type/Page/Annots[]>>\nendobj\n'))).toBe('1 pages');
  });

  test('10 MB of picture, whatever its bytes', () => {
    const scan = stream('<</Subtype/Image/Filter/DCTDecode>>', randomBytes(10_000_000));
    expect(faultOf(pdfOf(scan))).toBe('1 pages');
  });
});

describe('security 44: a PDF that does something by itself, or hides something, is refused', () => {
  test.each<[string, string | Buffer, string]>([
    ['a script', '9 0 obj\n<</S/JavaScript/JS(x)>>\nendobj\n', 'active'],
    ['a script by another name', '9 0 obj\n<</S/J#61va#53cript/JS(x)>>\nendobj\n', 'active'],
    ['a script in packed objects', stream(ofObjects('/Filter/FlateDecode'), packed), 'active'],
    ['... of which only the offset tells', stream('<</First 4/N 1/Filter[/FlateDecode]>>', packed), 'active'],
    [
      '... whose type is written otherwise',
      stream('<</Type/Obj#53tm/Fir#73t 4/Filter/Fl>>', packed),
      'active',
    ],
    ['... packed twice', stream(ofObjects('/Filter[/FlateDecode/FlateDecode]'), deflateSync(packed)), 'odd'],
    ['... packed in another way', stream(ofObjects('/Filter/LZWDecode'), packed), 'odd'],
    ['... told elsewhere how', stream(ofObjects('/Filter 8 0 R'), packed), 'odd'],
    [
      '... and changed after',
      stream(ofObjects('/Filter/FlateDecode/DecodeParms<</Predictor 12>>'), packed),
      'odd',
    ],
    ['... behind a comment', stream('<</First 4/N 1 %1 0 obj<<\n/Filter/FlateDecode>>', packed), 'odd'],
    ['... behind a string', stream('<</A(\nstream\n)/First 4/N 1/Filter/FlateDecode>>', packed), 'odd'],
    [
      '... behind a string with an object',
      stream('<</First 4/A(\n1 0 obj<<\n)/Filter/FlateDecode>>', packed),
      'odd',
    ],
    [
      '... in an object that begins oddly',
      Buffer.concat([
        stream('<<>>', Buffer.from('x')),
        Buffer.from('8 %\n0 obj\n<</First 4/Filter/Fl>>stream\n'),
        packed,
      ]),
      'odd',
    ],
    ['a program that is started', '9 0 obj\n<</S/Launch/F(a.exe)>>\nendobj\n', 'active'],
    [
      'an address that is opened',
      '9 0 obj\n<</OpenAction<</S/URI/URI(https://x.example)>>>>\nendobj\n',
      'active',
    ],
    ['... of a page', '9 0 obj\n<</Type/Page/AA<</O 4 0 R>>/URI(x)>>\nendobj\n', 'active'],
    ['a form that is sent', '9 0 obj\n<</S/SubmitForm>>\nendobj\n', 'active'],
    ['a file', '9 0 obj\n<</Names<</EmbeddedFiles 8 0 R>>>>\nendobj\n', 'files'],
    [
      'a file in packed objects',
      stream(ofObjects('/Filter/FlateDecode'), deflateSync('9 0 <</Subtype/FileAttachment>>')),
      'files',
    ],
    [
      'objects that unpack to more than any document has',
      stream(ofObjects('/Filter/FlateDecode'), deflateSync(Buffer.alloc(20_000_000))),
      'odd',
    ],
    ['a password', '9 0 obj\n<</Encrypt 8 0 R>>\nendobj\n', 'locked'],
  ])('%s', (_what, object, fault) => {
    expect(faultOf(pdfOf(object))).toBe(fault);
  });

  test('pages that unpack to more than half a gigabyte', () => {
    const bomb = stream('<</Filter/FlateDecode>>', deflateSync(Buffer.alloc(200_000_000)));
    expect(faultOf(pdfOf(bomb, bomb, bomb))).toBe('odd');
  });
});

describe('security 41: 10 MB that were chosen to take long take a moment', () => {
  test.each([
    ...['/Type/Pages', '/Type/Pages/Count ', '/Type ', '/Encrypt ', ' ', '1', '1 1 1 ', '/#41'],
    ...['1 0 obj<<', '1 0 obj<</A(', '1 0 obj<<>>stream\n', 'stream\n', '/OpenAction ', '/AA', '(', '<'],
  ])('%j', (part) => {
    const file = pdfOf(Buffer.alloc(10 * 1024 * 1024, part));
    const start = process.cpuUsage();
    faultOf(file);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000_000).toBeLessThan(8);
  });
});
