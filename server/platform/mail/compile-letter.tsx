import { compileMail, type MailContent } from './compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from './layout.tsx';

/** A mail of plain paragraphs. `{name}` stands for a value, and text between two `**` is bold. */
export interface Letter {
  subject: string;
  /** By default the subject. */
  title?: string;
  /** The name that the first line greets. */
  dear?: string;
  /** Its paragraphs; one that begins with `> ` is soft. */
  text: readonly string[];
  /** Its one link, by default to `{link}`. Its label may contain values too. */
  action?: { label: string; href?: string; isPrimary?: boolean };
  /** Why the reader gets this mail. */
  footer: string;
  /** Values that may have several lines. */
  lists?: readonly string[];
}

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TextsOf<Value> = Value extends readonly string[] ? Value[number] : Value;
type Texts<L extends Letter> = TextsOf<L[keyof L & ('subject' | 'title' | 'dear' | 'text' | 'footer')]>;
type LinkOf<L> = L extends { action: infer Action }
  ? Action extends { href: infer Href }
    ? NamesIn<Href>
    : 'link'
  : never;
type LabelOf<L> = L extends { action: { label: infer Label } } ? NamesIn<Label> : never;

/** The values of a letter: those that its texts contain. */
export type LetterValues<L extends Letter> = Record<NamesIn<Texts<L>> | LinkOf<L> | LabelOf<L>, string>;

export function compileLetter<const L extends Letter>(
  letter: L,
): (values: LetterValues<L>) => Promise<MailContent> {
  const { subject, title = subject, dear, text, action, footer, lists = [] }: Letter = letter;
  const href = action?.href ?? '{link}';
  const all = [subject, title, dear ?? '', ...text, action?.label ?? '', action ? href : '', footer].join(
    ' ',
  );
  return compileMail<string>({
    values: [...new Set([...all.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))],
    lists,
    subject: (values) => fill(subject, values),
    Body: (values) => (
      <MailLayout title={fill(title, values)} footer={<Soft>{fill(footer, values)}</Soft>}>
        {dear && <Words>Dear {fill(dear, values)},</Words>}
        {text.map((paragraph) =>
          paragraph.startsWith('> ') ? (
            <Soft key={paragraph}>{fill(paragraph.slice(2), values)}</Soft>
          ) : (
            <Words key={paragraph}>{withBold(fill(paragraph, values))}</Words>
          ),
        )}
        {action && (
          <Action href={fill(href, values)} label={fill(action.label, values)} isQuiet={!action.isPrimary} />
        )}
      </MailLayout>
    ),
  });
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

function withBold(text: string) {
  return text.split('**').map((part, index) => (index % 2 ? <strong key={part}>{part}</strong> : part));
}
