/**
 * Mails to whoever reports a death. They are read on the worst days of a life:
 * few words, nothing to decide in a hurry.
 */
import type { ReactNode } from 'react';
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';

const whyYou = (
  <Soft>You get this message because somebody gave us your address when they reported a death.</Soft>
);

/** Nothing that the reporter typed stands in it, since the address may not be theirs. */
export const reportCodeMail = compileMail({
  values: ['code', 'minutes', 'days', 'link'],
  subject: () => 'Your code to report a death',
  Body: ({ code, minutes, days, link }) => (
    <MailLayout title={code} footer={whyYou}>
      <Words>
        Please enter this code on the page where you are telling us that someone has died. It works for{' '}
        {minutes} minutes.
      </Words>
      <Words>
        You need not copy it: the button below opens that page with the code filled in, on the device that you
        are reading this on.
      </Words>
      <Words>
        You can stop at any time. For {days} days you find your answers again at the address below. If it was
        not you who asked for this code, you need not do anything.
      </Words>
      <Action href={link} label="Go on with the report" isQuiet />
    </MailLayout>
  ),
});

const receipt = ['reporterName', 'personName', 'when', 'link'] as const;
type Receipt = Record<(typeof receipt)[number], string>;

function ReceiptBody({ title, children, values }: { title: string; children: ReactNode; values: Receipt }) {
  const { reporterName, personName, when, link } = values;
  return (
    <MailLayout title={title} footer={whyYou}>
      <Words>Dear {reporterName},</Words>
      <Words>
        We are sorry that {personName} has died. Your report reached us on {when}. If {personName} has an
        account, they are asked whether this is a mistake.
      </Words>
      {children}
      <Words>
        <strong>Why we say “if”.</strong> To protect the living, we never tell anyone whether a person has an
        account with us. You need not remember any of this: it is also at the address below.
      </Words>
      <Action href={link} label="Open the report" isQuiet />
    </MailLayout>
  );
}

/** The proof is here, or something that staff weigh instead. */
export const reportReceivedMail = compileMail({
  values: [...receipt, 'readBy', 'objection', 'notBefore'],
  subject: ({ personName }) => `We have your report about ${personName}`,
  Body: ({ readBy, objection, notBefore, ...values }) => (
    <ReceiptBody title="Thank you. That is everything." values={values}>
      <Words>
        <strong>By {readBy}</strong> someone here reads what you sent and writes to you, whatever the answer
        is.
      </Words>
      <Words>
        <strong>After that</strong> there are at least {objection} in which it can still be said that it is a
        mistake. There is nothing you need to do.
      </Words>
      <Words>
        <strong>Not before {notBefore}</strong>, if {values.personName} left anything for after their death,
        it goes to the people it is for. It is that day only if we can read the proof at once; otherwise it is
        later, and we write to you.
      </Words>
    </ReceiptBody>
  ),
});

/** The proof is still to come. */
export const proofAwaitedMail = compileMail({
  values: receipt,
  subject: ({ personName }) => `We have your report about ${personName}`,
  Body: (values) => (
    <ReceiptBody title="Thank you. The proof can follow." values={values}>
      <Words>
        When you have the death certificate, add a photo or a PDF of it at the address below. There is no
        hurry. Nothing is delivered before someone here has read it.
      </Words>
    </ReceiptBody>
  ),
});

const aboutReport = ['reporterName', 'personName', 'link'] as const;
type AboutReport = Record<(typeof aboutReport)[number], string>;

const verified = [...aboutReport, 'opening', 'notBefore'] as const;
type Verified = Record<(typeof verified)[number], string>;
const verifiedSubject = ({ personName }: Verified) => `What happens next, about ${personName}`;

/** To the reporter: the death is verified. `opening` says whether for the first time, or after it had stopped. */
export const reportVerifiedMail = compileMail({
  values: verified,
  subject: verifiedSubject,
  Body: (values) => (
    <VerifiedBody {...values}>
      <Words>If {values.personName} named you to help us reach them, you will get a link.</Words>
      <Action href={values.link} label="Open the report" isQuiet />
    </VerifiedBody>
  ),
});

/** The same to a trusted contact, in the place of the mail that contacts get: they know of the death. */
export const contactReportVerifiedMail = compileMail({
  values: [...verified, 'contactLink'],
  subject: verifiedSubject,
  Body: ({ contactLink, ...values }) => (
    <VerifiedBody {...values}>
      <Words>
        {values.personName} named you as a trusted contact.{' '}
        <strong>If somebody tells you that this is a mistake, or if it should wait,</strong> please say so at
        the address below. A person here will then look into it, and nothing is sent because of it in the
        meantime. Later you can help us there to reach people.
      </Words>
      <Action href={contactLink} label="Tell us" isQuiet />
    </VerifiedBody>
  ),
});

function VerifiedBody({ children, ...values }: Verified & { children: ReactNode }) {
  const { reporterName, personName, opening, notBefore } = values;
  return (
    <MailLayout title="What happens next" footer={whyYou}>
      <Words>Dear {reporterName},</Words>
      <Words>
        {opening} We need nothing more from you. We now write to {personName} every day, in case this is a
        mistake after all.
      </Words>
      <Words>
        If it is not, what {personName} left for after their death goes to the people it is for,{' '}
        <strong>not before {notBefore}</strong>. Each of them hears from us.
      </Words>
      {children}
    </MailLayout>
  );
}

/** To the reporter: what was left goes out. Not to a trusted contact, who gets a link in a mail of their own. */
export const reportReleasedMail = compileMail({
  values: aboutReport,
  subject: ({ personName }) => `Thank you for telling us about ${personName}`,
  Body: ({ reporterName, personName, link }) => (
    <MailLayout title="Thank you for telling us" footer={whyYou}>
      <Words>Dear {reporterName},</Words>
      <Words>
        Nobody has told us that it was a mistake. If {personName} left anything for after their death, it now
        goes to the people it is for, at the times that {personName} chose. Each of them hears from us.
      </Words>
      <Words>Nothing more is asked of you, and this is our last message about your report.</Words>
      <Action href={link} label="Open the report" isQuiet />
    </MailLayout>
  ),
});

/** To the reporter: what was verified does not go on for now. Who has said so is not told. */
export const reportStoppedMail = compileMail({
  values: aboutReport,
  subject: ({ personName }) => `We are looking again, about ${personName}`,
  Body: ({ reporterName, personName, link }) => (
    <MailLayout title="It has stopped for now" footer={whyYou}>
      <Words>Dear {reporterName},</Words>
      <Words>
        We wrote to you that we have read what you sent us about {personName}. Since then we have heard
        something that somebody here has to look into first. Until that is done, nothing is delivered because
        of your report.
      </Words>
      <Words>
        You have done nothing wrong, and there is nothing you need to do. We write to you again, whatever
        comes of it. If you know something that helps us, answer this message.
      </Words>
      <Action href={link} label="Open the report" isQuiet />
    </MailLayout>
  ),
});

const rejectedSubject = ({ personName }: AboutReport) => `About your report on ${personName}`;

/** To the reporter: we cannot go on. It says nothing that depends on whether there is an account. */
export const reportRejectedMail = compileMail({
  values: aboutReport,
  subject: rejectedSubject,
  Body: (values) => <RejectedBody {...values} />,
});

/** The same, with a note of whoever rejected it. */
export const reportRejectedWithNoteMail = compileMail({
  values: [...aboutReport, 'note'],
  lists: ['note'],
  subject: rejectedSubject,
  Body: ({ note, ...values }) => (
    <RejectedBody {...values}>
      <Soft>{note}</Soft>
    </RejectedBody>
  ),
});

function RejectedBody({ reporterName, personName, link, children }: AboutReport & { children?: ReactNode }) {
  return (
    <MailLayout title="We cannot go on with this report" footer={whyYou}>
      <Words>Dear {reporterName},</Words>
      <Words>
        Thank you for telling us about {personName}. We have looked at what you sent, and cannot go on with
        it. Nothing was delivered because of it.
      </Words>
      {children}
      <Words>
        To protect the living, we do not say more about why. <strong>If you are sure</strong> that{' '}
        {personName} has died, answer this message, and a person here looks at it with you. We are sorry for
        the trouble at such a time.
      </Words>
      <Action href={link} label="Open the report" isQuiet />
    </MailLayout>
  );
}
