/** The contents of a book, before layout. */
export interface Section {
  heading: string;
  /** Line breaks are kept; an empty line is a pause. */
  text: string;
}

export interface Chapter {
  title: string;
  sections: readonly Section[];
}

export interface Book {
  author: string;
  title: string;
  /** At the foot of the title page. */
  titleNote: string;
  /** On the following page, one paragraph each. */
  imprint: readonly string[];
  chapters: readonly Chapter[];
  madeAt: Date;
}
