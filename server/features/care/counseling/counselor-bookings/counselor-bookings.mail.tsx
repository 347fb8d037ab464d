/** Mails to owners about their counseling sessions. They contain nothing that anybody wrote about their health. */
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';

/** `session` is 'individual session' or 'group session'; `moment` is its day and time; `link` leads to the owner's sessions. */
export const sessionConfirmedMail = compileMail({
  values: ['ownerName', 'session', 'moment', 'link'],
  subject: ({ moment }) => `Your session is confirmed: ${moment}`,
  Body: ({ ownerName, session, moment, link }) => (
    <MailLayout title="Your session is confirmed" footer={<AboutSession />}>
      <Words>Dear {ownerName},</Words>
      <Words>
        A counselor will be there for your {session} on {moment}. You get the meeting link 24 hours before.
        Until then you can cancel.
      </Words>
      <Action href={link} label="See your sessions" />
    </MailLayout>
  ),
});

/** Comes with the calendar file; `meetingLink` is where the session is held. */
export const sessionLinkMail = compileMail({
  values: ['ownerName', 'session', 'moment', 'meetingLink'],
  subject: ({ moment }) => `Your session on ${moment}`,
  Body: ({ ownerName, session, moment, meetingLink }) => (
    <MailLayout title="Your meeting link" footer={<AboutSession />}>
      <Words>Dear {ownerName},</Words>
      <Words>
        Your {session} is on {moment}. Open this link at that time. The file that comes with this message puts
        it into your calendar.
      </Words>
      <Action href={meetingLink} label="Join Session" />
    </MailLayout>
  ),
});

export const sessionMovedMail = compileMail({
  values: ['ownerName', 'session', 'moment', 'link'],
  subject: ({ moment }) => `Your session was moved to ${moment}`,
  Body: ({ ownerName, session, moment, link }) => (
    <MailLayout title="Your session was moved" footer={<AboutSession />}>
      <Words>Dear {ownerName},</Words>
      <Words>
        We had to move your {session}. It is now on {moment}. If that does not suit you, you can cancel it
        until 24 hours before, or write to us.
      </Words>
      <Action href={link} label="See your sessions" />
    </MailLayout>
  ),
});

/** `what` is the beginning of a sentence that goes on with 'the individual session'; `paid` says what happens to the money. */
export const sessionCancelledMail = compileMail({
  values: ['ownerName', 'session', 'moment', 'what', 'paid', 'link'],
  subject: ({ moment }) => `Your session on ${moment} is cancelled`,
  Body: ({ ownerName, session, moment, what, paid, link }) => (
    <MailLayout title="Your session is cancelled" footer={<AboutSession />}>
      <Words>Dear {ownerName},</Words>
      <Words>
        {what} the {session} on {moment}. {paid}
      </Words>
      <Action href={link} label="See your sessions" />
    </MailLayout>
  ),
});

function AboutSession() {
  return <Soft>You get this message because you booked a session with Long After.</Soft>;
}
