import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  /** The text of each page, with a line for each piece that was put on it. */
  pages: string[];
  /** The whole file with its compressed parts decoded, to search for anything else in it. */
  source: string;
}

/** Reads a PDF as pdfkit writes it: enough to know what a person would see on each page, and what they would copy. */
export function readPdf(file: Buffer): ReadPdf {
  const objects = readObjects(file);
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body));
  return {
    pages: pages.map((page) => readPage(page, objects)),
    source: [...objects.values()].join('\n'),
  };
}

type Objects = ReadonlyMap<number, string>;

function readObjects(file: Buffer): Objects {
  const text = file.toString('latin1');
  const objects = new Map<number, string>();
  for (const { 1: id, 2: body = '', index } of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)) {
    const start = text.indexOf('stream\n', index) + 'stream\n'.length;
    const isStream = /\bstream\n/.test(body);
    const length = Number(/\/Length (\d+)/.exec(body)?.[1] ?? 0);
    const data = file.subarray(start, start + length);
    objects.set(Number(id), isStream ? `${body.split('stream\n')[0]}${open(body, data)}` : body);
  }
  return objects;
}

function open(dictionary: string, data: Buffer): string {
  return (/\/FlateDecode/.test(dictionary) ? inflateSync(data) : data).toString('latin1');
}

function referred(body: string, key: string, objects: Objects): string {
  const id = new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1];
  return objects.get(Number(id)) ?? '';
}

function readPage(page: string, objects: Objects): string {
  const resources = referred(page, 'Resources', objects);
  const lines: string[] = [];
  let signs = new Map<number, string>();
  const operators = /\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ|(ET)/g;
  let line = '';
  for (const [, font, shown, end] of referred(page, 'Contents', objects).matchAll(operators)) {
    if (font) signs = readSigns(referred(referred(resources, font, objects), 'ToUnicode', objects));
    for (const [, codes = ''] of (shown ?? '').matchAll(/<([\da-f]+)>/g)) {
      for (const [code] of codes.matchAll(/.{4}/g)) line += signs.get(Number.parseInt(code, 16)) ?? '\ufffd';
    }
    if (end && line) {
      lines.push(line);
      line = '';
    }
  }
  return lines.join('\n');
}

/** The character of each glyph, by its number. */
function readSigns(cmap: string): Map<number, string> {
  const signs = new Map<number, string>();
  for (const [, from = '', list = ''] of cmap.matchAll(/<([\da-f]+)> <[\da-f]+> \[(.*?)\]/g)) {
    const first = Number.parseInt(from, 16);
    for (const [at, [, units = '']] of [...list.matchAll(/<([\da-f ]*)>/g)].entries()) {
      const codes = units.split(' ').filter(Boolean);
      signs.set(first + at, String.fromCharCode(...codes.map((unit) => Number.parseInt(unit, 16))));
    }
  }
  return signs;
}
