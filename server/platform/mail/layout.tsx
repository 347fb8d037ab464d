/**
 * The layout of every mail: one column of 560 px, light and dark, without images or anything to fetch. Text is as large as in the
 * reader's own settings: 1em is 16 px if nothing else was chosen.
 */

import { Button } from '@react-email/button';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { placeholderSupportEmail } from '../../../shared/pages.ts';

const serif = "Newsreader, 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif";
const sans = "'Source Sans 3', 'Segoe UI', Helvetica, Arial, sans-serif";
const light = {
  paper: '#FBF7F0',
  card: '#FFFDF9',
  ink: '#2A2522',
  soft: '#5A5149',
  line: '#E6DCCD',
  lineStrong: '#8C8073',
};
const accent = { pine: '#2F4A43', onPine: '#FFFDF9', thread: '#C9973B' };

// The first row is for clients that drop inline backgrounds of body, the rest is the dark theme.
const css = `
  body, .paper { background-color: ${light.paper}; }
  a:focus-visible { outline: 3px solid ${accent.thread}; outline-offset: 3px; }
  @media (max-width: 480px) { .card { padding: 28px 22px 32px !important; } .title { font-size: 1.6875em !important; margin-bottom: 0.89em !important; } }
  @media (prefers-color-scheme: dark) {
    body, .paper, .paper > table > tbody > tr > td { background-color: #1C1917 !important; }
    .card { background-color: #262220 !important; border-color: #3A3430 !important; }
    .title, .words, .brand { color: #F3ECE2 !important; }
    .soft { color: #B9AEA2 !important; }
    .rule { border-color: #3A3430 !important; }
    .link { color: #8FB8AB !important; }
    .action { background-color: #8FB8AB !important; color: #1C1917 !important; }
    .quiet { background-color: transparent !important; color: #F3ECE2 !important; border-color: #7D736A !important; }
    .thread { border-color: #D9B066 !important; }
  }`;

// Long names without a break would make the mail wider than a phone.
const body: CSSProperties = {
  // Not the size that webmail has chosen for its own page.
  fontSize: 'medium',
  backgroundColor: light.paper,
  padding: '32px 12px 40px',
  wordBreak: 'break-word',
};
const words: CSSProperties = { margin: '0 0 1.11em', font: `400 1.125em/1.6 ${sans}`, color: light.ink };
const heading: CSSProperties = {
  margin: '0 0 0.75em',
  font: `400 2em/1.2 ${serif}`,
  color: light.ink,
  textWrap: 'balance',
};
// Round corners need it: a collapsed border has none.
const separate: CSSProperties = { borderCollapse: 'separate' };
const card: CSSProperties = {
  backgroundColor: light.card,
  border: `1px solid ${light.line}`,
  borderRadius: '16px',
  padding: '40px 44px 44px',
};
const rule: CSSProperties = { border: 'none', borderTop: `1px solid ${light.line}` };
const soft: CSSProperties = { ...words, fontSize: '1em', color: light.soft };

export function MailLayout({
  title,
  children,
  footer,
}: {
  title: string;
  children: ReactNode;
  footer: ReactNode;
}) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta content="text/html; charset=UTF-8" httpEquiv="Content-Type" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{css}</style>
      </head>
      {/* The cell has the padding: clients that make the mail a part of their own page drop the body. */}
      <body className="paper" style={{ backgroundColor: light.paper, padding: 0 }}>
        <Block cell={{ style: body }}>
          <Block style={{ maxWidth: '35em', width: '100%' }}>
            <p
              className="brand"
              data-skip-in-text="true"
              style={{ ...words, font: `500 1.375em/1 ${serif}`, margin: '0 0 20px 4px' }}
            >
              Long After
            </p>
            <Block style={separate} cell={{ className: 'card', style: card }}>
              <h1 className="title" style={heading}>
                {title}
              </h1>
              {children}
            </Block>
            <Block style={{ padding: '24px 4px 0' }}>
              {footer}
              <Soft>If you need help, write to {placeholderSupportEmail}.</Soft>
            </Block>
          </Block>
        </Block>
      </body>
    </html>
  );
}

/** A table of one cell: the only block whose width and padding Outlook respects. */
function Block({ cell, children, ...table }: ComponentProps<'table'> & { cell?: ComponentProps<'td'> }) {
  return (
    <table
      align="center"
      width="100%"
      border={0}
      cellPadding="0"
      cellSpacing="0"
      role="presentation"
      {...table}
    >
      <tbody>
        <tr>
          <td {...cell}>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}

export function Words({ children }: { children: ReactNode }) {
  return (
    <p className="words" style={words}>
      {children}
    </p>
  );
}

/** Secondary text, also for the lines below the card. */
export function Soft({ children }: { children: ReactNode }) {
  return (
    <p className="soft" style={{ ...soft, margin: '0 0 0.75em' }}>
      {children}
    </p>
  );
}

/** A quotation of what a person wrote. */
export function OwnLine({ children }: { children: ReactNode }) {
  return (
    <p
      dir="auto"
      className="words"
      style={{ ...words, font: `italic 400 1.3125em/1.5 ${serif}`, margin: '0 0 0.95em' }}
    >
      {children}
    </p>
  );
}

/** A list on the gold line, from a value with a line for each item. */
export function Lines({ children }: { children: ReactNode }) {
  return (
    <Thread>
      <p className="words" style={{ ...words, font: `400 1.25em/1.6 ${serif}`, margin: 0 }}>
        {children}
      </p>
    </Thread>
  );
}

/** Separates what the mail is about from additional remarks. */
export function Rule() {
  return <hr className="rule" style={{ ...rule, margin: '28px 0 22px' }} />;
}

/** The title of the additional remarks. */
export function Subheading({ children }: { children: string }) {
  return (
    <h2 className="words" style={{ ...heading, fontSize: '1.4375em', margin: '0 0 0.52em' }}>
      {children}
    </h2>
  );
}

export function List({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="words" style={{ ...words, margin: '0 0 0.89em', paddingLeft: '1.22em' }}>
      {lines.map((line) => (
        <li key={line} style={{ marginBottom: '0.44em' }}>
          {line}
        </li>
      ))}
    </ul>
  );
}

/** The gold line: it ties the sender to what they send. */
export function Thread({ children }: { children: ReactNode }) {
  return (
    <Block
      className="thread"
      style={{ borderLeft: `2px solid ${accent.thread}`, paddingLeft: '22px', marginBottom: '1.5em' }}
    >
      {children}
    </Block>
  );
}

/** A link within a sentence. */
export function PlainLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="link" href={href} style={{ color: accent.pine }}>
      {children}
    </a>
  );
}

/** The mail's one link: as a button, and written out for those who cannot press it or want to read it first. */
export function Action({ href, label, isQuiet = false }: { href: string; label: string; isQuiet?: boolean }) {
  const colours = isQuiet
    ? { color: light.ink, border: `1px solid ${light.lineStrong}` }
    : { color: accent.onPine, backgroundColor: accent.pine };
  const pill: CSSProperties = {
    ...colours,
    borderRadius: '999px',
    padding: '15px 28px',
    font: `600 0.9444em/1.2 ${sans}`,
    textAlign: 'center',
  };
  return (
    <>
      <p style={{ ...words, margin: '1.11em 0' }}>
        <Button className={isQuiet ? 'action quiet' : 'action'} href={href} style={pill}>
          {label}
        </Button>
      </p>
      <p className="soft" style={{ ...soft, margin: '0' }}>
        <span data-skip-in-text="true">Or copy this address into your browser:</span>
        <br data-skip-in-text="true" />
        <a className="link" href={href} style={{ color: accent.pine, wordBreak: 'break-all' }}>
          {href}
        </a>
      </p>
    </>
  );
}
