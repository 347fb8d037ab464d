/**
 * The typefaces of a document: Newsreader for Latin, and for every other script one drawn for it, so that a name or
 * sentence in any language appears as it was written. Unifont, which has a glyph for everything, comes last.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import { mendShaper } from './mend-shaper.ts';
import { unwrapFont } from './woff.ts';

export type FaceStyle = 'roman' | 'italic';

export interface Face {
  name: string;
  /** The font file, for embedding. */
  data: Buffer;
  font: Font;
  /** Whether characters shared by all scripts, such as a comma, may be set in it next to its own script. */
  isForText: boolean;
}

export interface Faces {
  /** The face for one grapheme that follows one set in `before`. */
  choose(character: string, style: FaceStyle, before: Face | undefined): Face;
  /** Has a glyph for everything and no shaping rules. */
  lastResort(): Face;
}

interface FaceSource {
  name: string;
  /** The package and the file in it. */
  from: readonly [packageName: string, file: string];
  scripts?: RegExp;
  isForText?: boolean;
}

const mainSources: Readonly<Record<FaceStyle, FaceSource>> = {
  roman: { name: 'roman', from: ['@expo-google-fonts/newsreader', '400Regular/Newsreader_400Regular.ttf'] },
  italic: {
    name: 'italic',
    from: ['@expo-google-fonts/newsreader', '400Regular_Italic/Newsreader_400Regular_Italic.ttf'],
  },
};

/** Characters of one family of scripts each, tried in this order. */
const sources: readonly FaceSource[] = [
  { name: 'european', from: ['@expo-google-fonts/noto-serif', '400Regular/NotoSerif_400Regular.ttf'] },
  {
    name: 'arabic',
    from: ['@embedpdf/fonts-arabic', 'fonts/NotoNaskhArabic-Regular.ttf'],
    scripts: /\p{Script=Arabic}/u,
  },
  ...scriptSources('noto-serif', [
    'Hebrew',
    'Armenian',
    'Georgian',
    'Devanagari',
    'Bengali',
    'Gujarati',
    'Tamil',
    'Telugu',
    'Malayalam',
    'Sinhala',
    'Thai',
    'Lao',
    'Khmer',
    'Myanmar',
    'Tibetan',
  ]),
  ...scriptSources('noto-sans', ['Gurmukhi', 'Kannada', 'Ethiopic']),
  {
    name: 'korean',
    from: ['@fontsource/nanum-myeongjo', 'files/nanum-myeongjo-korean-400-normal.woff'],
    scripts: /\p{Script=Hangul}/u,
  },
  {
    name: 'chinese and japanese',
    from: ['@embedpdf/fonts-sc', 'fonts/NotoSansHans-Regular.otf'],
    scripts:
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
  },
  {
    name: 'emoji',
    from: ['@fontsource/noto-emoji', 'files/noto-emoji-emoji-400-normal.woff'],
    scripts: /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u,
    isForText: false,
  },
];

const lastResort: FaceSource = {
  name: 'everything',
  from: ['@fontsource/unifont', 'files/unifont-latin-400-normal.woff'],
  isForText: false,
};

function scriptSources(family: string, scripts: readonly string[]): FaceSource[] {
  return scripts.map((script) => {
    const name = script.toLowerCase();
    return {
      name,
      from: [`@fontsource/${family}-${name}`, `files/${family}-${name}-${name}-400-normal.woff`],
      scripts: new RegExp(`\\p{Script=${script}}`, 'u'),
    };
  });
}

/** Opens faces on demand; one set serves one document. */
export function openFaces(): Faces {
  const opened = new Map<string, Face>();
  const chosen = new Map<string, Face>();

  function open(source: FaceSource): Face {
    const face = opened.get(source.name) ?? readFace(source);
    opened.set(source.name, face);
    return face;
  }

  function find(character: string, style: FaceStyle): Face {
    const candidates = [
      mainSources[style],
      ...sources.filter(({ scripts }) => scripts?.test(character) ?? true),
      lastResort,
    ];
    for (const source of candidates) {
      const face = open(source);
      if (covers(face, character)) return face;
    }
    return open(mainSources[style]);
  }

  return {
    choose(character, style, before) {
      if (before?.isForText && isShared(character) && covers(before, character)) return before;
      const key = style + character;
      const face = chosen.get(key) ?? find(character, style);
      chosen.set(key, face);
      return face;
    },
    lastResort: () => open(lastResort),
  };
}

const require = createRequire(import.meta.url);

function readFace({ name, from: [packageName, file], isForText = true }: FaceSource): Face {
  const data = unwrapFont(readFileSync(join(packageFolder(packageName), file)));
  const font = create(data);
  if (!('layout' in font)) throw new Error(`${packageName}/${file} holds several fonts`);
  mendShaper(font);
  return { name, data, font, isForText };
}

function packageFolder(packageName: string): string {
  const main = require.resolve(packageName);
  const end = main.lastIndexOf(packageName) + packageName.length;
  return main.length > end ? main.slice(0, end) : dirname(main);
}

/** Characters that only affect how their neighbours look need no glyph. */
function covers({ font }: Face, character: string): boolean {
  return [...character].every(
    (sign) =>
      /\p{Default_Ignorable_Code_Point}/u.test(sign) || font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0),
  );
}

/** Spaces, digits and punctuation belong to no script. */
function isShared(character: string): boolean {
  return (
    /^[\p{Script=Common}\p{Script=Inherited}]+$/u.test(character) &&
    !/\p{Extended_Pictographic}/u.test(character)
  );
}
