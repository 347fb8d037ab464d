/** The messages to recipients, which never contain what was left, and not even its title. */
import type { ReactNode } from 'react';
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, OwnLine, Rule, Soft, Thread, Words } from '../../../../platform/mail/layout.tsx';

const brought = [
  'subject',
  'title',
  'recipientNames',
  'why',
  'action',
  'link',
  'about',
  'publicHost',
] as const;
type Brought = Record<(typeof brought)[number], string>;

/** While the owner lives, and after their death to somebody who was told of it. `why` says on what day it was left, and for when. */
export const deliveryMail = compileMail({
  values: brought,
  subject: ({ subject }) => subject,
  Body: ({ title, recipientNames, why, action, link, ...values }) => (
    <MailLayout title={title} footer={<Footer {...values} />}>
      <Thread>
        <Words>Dear {recipientNames},</Words>
        <Words>{why} It is waiting, whenever you are ready.</Words>
        <Action href={link} label={action} />
      </Thread>
      <Soft>
        Nothing plays or opens by itself: you come to a closed page first, and you open it when you wish.
      </Soft>
    </MailLayout>
  ),
});

const news = [...brought, 'hasDied'] as const;

/** The first after the owner’s death. `hasDied` is the sentence that says so. */
export const newsMail = compileMail({
  values: news,
  subject: ({ subject }) => subject,
  Body: (values) => <News {...values} />,
});

/** The same with a line that only the owner could have written. */
export const newsWithLineMail = compileMail({
  values: [...news, 'ownerFirstName', 'knownBy'],
  subject: ({ subject }) => subject,
  Body: ({ ownerFirstName, knownBy, ...values }) => (
    <News {...values}>
      <Words>
        So that you know it is from {ownerFirstName}, here is a line that {ownerFirstName} asked us to add:
      </Words>
      <OwnLine>{knownBy}</OwnLine>
    </News>
  ),
});

function News(values: Brought & { hasDied: string; children?: ReactNode }) {
  const { title, recipientNames, hasDied, why, children, action, link, about, publicHost } = values;
  return (
    <MailLayout title={title} footer={<Footer about={about} publicHost={publicHost} />}>
      <Words>Dear {recipientNames},</Words>
      <Words>
        {hasDied} We are sorry. You probably know already. If you do not, please stop reading here and call
        somebody close to you. Everything below can wait.
      </Words>
      <Words>{why}</Words>
      {children}
      <Action href={link} label={action} />
      <Rule />
      <Soft>Nothing plays or opens until you ask it to. It will wait, for a month or for ten years.</Soft>
    </MailLayout>
  );
}

function Footer({ about, publicHost }: Pick<Brought, 'about' | 'publicHost'>) {
  return (
    <>
      <Soft>
        {about} The link is yours alone, so please do not pass it on. You need no account, and there is
        nothing to pay.
      </Soft>
      <Soft>
        If you wonder whether this is a trick, press nothing here. Type {publicHost} into your browser, read
        there what Long After is, and ask us.
      </Soft>
    </>
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
