/** The messages to recipients. They never contain what was left, nor its title. */
import type { ReactNode } from 'react';
import { compileMail, type MailContent } from '../../../../platform/mail/compile-mail.tsx';
import {
  Action,
  Lines,
  MailLayout,
  OwnLine,
  PlainLink,
  Rule,
  Soft,
  Words,
} from '../../../../platform/mail/layout.tsx';

const brought = [
  'subject',
  'title',
  'recipientName',
  'why',
  'action',
  'link',
  'about',
  'aboutLink',
  'publicHost',
] as const;
type Brought = Record<(typeof brought)[number], string>;

/**
 * The text of every message that brings something, apart from its headings. `things` has a line for each if
 * there are several; `sorry` is empty unless it is late.
 */
export type BroughtValues = Omit<Brought, 'subject' | 'title'> & Told;
type Told = Record<'things' | 'sorry', string>;

export interface Shape {
  /** A single thing is named in a sentence; several are listed. */
  isOne: boolean;
  isLate: boolean;
}

/** Sent while the owner is alive. */
export const broughtMail = inShapes<Brought & { closed: string; ownerName: string } & Told>((shape) =>
  compileMail({
    values: [...brought, 'closed', 'ownerName', 'things', 'sorry'],
    lists: ['things'],
    subject: ({ subject }) => subject,
    Body: (values) => (
      <Mail {...values}>
        <Dear {...values} {...shape} />
        <Words>{values.closed}</Words>
        <Action href={values.link} label={values.action} />
        <Rule />
        <Soft>
          If you would like to answer, there is room for a few words on the page. They go to{' '}
          {values.ownerName} and to nobody else.
        </Soft>
      </Mail>
    ),
  }),
);

/** Sent after the owner’s death to somebody who was already told of it. */
export const keptMail = inShapes<Brought & { closed: string } & Told>((shape) =>
  compileMail({
    values: [...brought, 'closed', 'things', 'sorry'],
    lists: ['things'],
    subject: ({ subject }) => subject,
    Body: (values) => (
      <Mail {...values}>
        <Dear {...values} {...shape} />
        <Words>{values.closed}</Words>
        <Action href={values.link} label={values.action} />
        <Rule />
        <NoHurry />
      </Mail>
    ),
  }),
);

type News = Brought & { hasDied: string; ownerName: string; knownBy: string } & Told;

/** The first one after the owner’s death. `hasDied` is the sentence that says so; `knownBy` is a line that only the owner could have written. */
export const newsMail = inShapes<News, { hasLine: boolean }>(({ hasLine, ...shape }) =>
  compileMail({
    values: [...brought, 'hasDied', 'ownerName', 'knownBy', 'things', 'sorry'],
    lists: ['things'],
    subject: ({ subject }) => subject,
    Body: ({ hasDied, ownerName, knownBy, ...values }) => (
      <Mail {...values}>
        <Words>Dear {values.recipientName},</Words>
        <Words>
          {hasDied} We are sorry. You probably know already. If you do not, please stop reading here and call
          somebody close to you. Everything below can wait.
        </Words>
        <Why {...values} {...shape} />
        {hasLine && (
          <>
            <Words>
              So that you know it is from {ownerName}, here is a line that {ownerName} asked us to add:
            </Words>
            <OwnLine>{knownBy}</OwnLine>
          </>
        )}
        <Action href={values.link} label={values.action} />
        <Rule />
        <NoHurry />
      </Mail>
    ),
  }),
);

/** Compiles a mail for each shape when it is first sent. */
function inShapes<Values, More extends object = object>(
  compile: (shape: Shape & More) => (values: Values) => Promise<MailContent>,
): (values: Values, shape: Shape & More) => Promise<MailContent> {
  const compiled = new Map<string, (values: Values) => Promise<MailContent>>();
  return (values, shape) => {
    const key = JSON.stringify(shape);
    const write = compiled.get(key) ?? compile(shape);
    compiled.set(key, write);
    return write(values);
  };
}

function Mail({
  title,
  children,
  ...values
}: Pick<Brought, 'title' | 'recipientName' | 'about' | 'aboutLink' | 'publicHost'> & {
  children: ReactNode;
}) {
  const { recipientName, about, aboutLink, publicHost } = values;
  const footer = (
    <>
      <Soft>
        {about} The link is yours alone, so please do not pass it on. You need no account, and there is
        nothing to pay, now or later.
      </Soft>
      <Soft>
        You are not {recipientName}, or would rather get nothing more?{' '}
        <PlainLink href={aboutLink}>Tell us here</PlainLink>
      </Soft>
      <Soft>
        If you wonder whether this is a trick, press nothing here. Type {publicHost} into your browser, read
        there what Long After is, and ask us.
      </Soft>
    </>
  );
  return (
    <MailLayout title={title} footer={footer}>
      {children}
    </MailLayout>
  );
}

type WhyProps = Pick<Brought, 'why'> & Shape & Told;

function Dear({ recipientName, ...why }: WhyProps & Pick<Brought, 'recipientName'>) {
  return (
    <>
      <Words>Dear {recipientName},</Words>
      <Why {...why} />
    </>
  );
}

/** When it was left, for which day, and what it is. */
function Why({ why, isOne, things, isLate, sorry }: WhyProps) {
  return (
    <>
      <Words>{why}</Words>
      {!isOne && <Lines>{things}</Lines>}
      {isLate && <Words>{sorry}</Words>}
    </>
  );
}

function NoHurry() {
  return (
    <Soft>
      Nothing opens or plays until you ask it to. It will wait, for a month or for ten years; on the page you
      can ask us for a reminder, or to send nothing more.
    </Soft>
  );
}

export const codeMail = compileMail({
  values: ['recipientName', 'code', 'minutes'],
  subject: () => 'Your code to open what was left for you',
  Body: ({ recipientName, code, minutes }) => (
    <MailLayout
      title={code}
      footer={
        <Soft>If it was not you who asked for this code, you need not do anything. Nothing was opened.</Soft>
      }
    >
      <Words>Dear {recipientName},</Words>
      <Words>
        This is the code for opening your page on another device. It works for {minutes} minutes and works
        once.
      </Words>
    </MailLayout>
  ),
});
