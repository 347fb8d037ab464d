declare module 'linebreak' {
  interface Break {
    /** Index of the first code unit after the break. */
    position: number;
    required: boolean;
  }

  /** The Unicode line breaking algorithm (UAX 14). */
  class LineBreaker {
    constructor(text: string);
    nextBreak(): Break | null;
  }

  export = LineBreaker;
}

/** The package's types wrongly describe its main file as a module; this file is one. */
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js';

  const bidiFactory: () => Bidi;

  export = bidiFactory;
}
