/** What a book consists of, before it is laid out. */
export interface Section {
  heading: string;
  /** Line breaks stand where they were made; an empty line is a pause. */
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
  /** On the page behind it, a paragraph each. */
  imprint: readonly string[];
  chapters: readonly Chapter[];
  madeAt: Date;
}
