/**
 * Rendering React for every mail would be many times slower than sending it. So a mail is rendered once, with a mark
 * in the place of each value; after that a mail is the pieces between the marks, joined by the values.
 */
import type { ComponentType } from 'react';
import { loadOnce } from '../cached.ts';
import { escapeHtml } from '../html-page.ts';

export interface MailTemplate<Name extends string> {
  /** Every value in a mail of this kind; each is one line of plain text, except those in `lists`. */
  values: readonly Name[];
  /** Values that may have several lines. */
  lists?: readonly Name[];
  subject: (values: Record<Name, string>) => string;
  Body: ComponentType<Record<Name, string>>;
}

export interface MailContent {
  channel: 'email';
  subject: string;
  text: string;
  html: string;
}

const REACT_COMMENTS = /<!--(?: |\/?\$|html|head|body)-->/g;
const TEXT_SELECTORS = [
  { selector: 'h1', format: 'heading', options: { uppercase: false } },
  // The address stands on a line of its own below the button.
  { selector: 'a.action', format: 'anchor', options: { ignoreHref: true } },
];

type Values<Name extends string> = Record<Name, string>;
type Fill<Name extends string> = (values: Values<Name>) => string;

/** Returns a function that makes the mail's subject, text and HTML from its values. It is compiled at the first call. */
export function compileMail<const Name extends string>(
  template: MailTemplate<Name>,
): (values: Values<Name>) => Promise<MailContent> {
  const compiled = loadOnce(() => compile(template));
  return async (values) => {
    const { text, html } = await compiled();
    const lines = asLines(template, values);
    return { channel: 'email', subject: template.subject(lines), text: text(lines), html: html(lines) };
  };
}

async function compile<Name extends string>({ values, Body }: MailTemplate<Name>) {
  const { render, toPlainText } = await import('@react-email/render');
  const marks = Object.fromEntries(values.map((name) => [name, markOf(name)])) as Values<Name>;
  const html = (await render(<Body {...marks} />)).replace(REACT_COMMENTS, '');
  const text = toPlainText(html, { selectors: TEXT_SELECTORS });
  return {
    text: cutAtMarks(values, text, (value) => value),
    html: cutAtMarks(values, asAscii(html), writeHtml),
  };
}

function markOf(name: string): string {
  return `_value_${name}_`;
}

function cutAtMarks<Name extends string>(
  names: readonly Name[],
  rendered: string,
  write: (value: string) => string,
): Fill<Name> {
  const pieces = rendered.split(new RegExp(`_value_(${names.join('|')})_`));
  // split with a group gives text, name, text, name, … text
  return (values) =>
    pieces.map((piece, index) => (index % 2 ? write(values[piece as Name]) : piece)).join('');
}

function asLines<Name extends string>(
  { values: names, lists = [] }: Pick<MailTemplate<Name>, 'values' | 'lists'>,
  values: Values<Name>,
): Values<Name> {
  const lines = names.map((name) => [
    name,
    lists.includes(name) ? values[name].split('\n').map(asLine).join('\n') : asLine(values[name]),
  ]);
  return Object.fromEntries(lines) as Values<Name>;
}

function asLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function writeHtml(value: string): string {
  return asAscii(escapeHtml(value)).replaceAll('\n', '<br />');
}

/** Plain ASCII survives mail systems that lose the character set. */
function asAscii(text: string): string {
  return text.toWellFormed().replace(/[^\0-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`);
}
