/**
 * Mails about a report of a death, to its owner and to staff. They are read on the worst days of a life, or by somebody who is alive and has just been reported dead:
 * few words, nothing to decide in a hurry.
 */
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';

const asked = ['firstName', 'when', 'link'] as const;
const nothingWrong = (
  <Soft>You get this message because it concerns your account, whatever your notification settings are.</Soft>
);

/** To the owner, as soon as a report came in. */
export const ownerAskedMail = compileMail({
  values: asked,
  subject: () => 'Are you there? Somebody told us that you have died',
  Body: ({ firstName, when, link }) => (
    <MailLayout title="Somebody told us that you have died" footer={nothingWrong}>
      <Words>Dear {firstName},</Words>
      <Words>
        On {when} somebody reported to us that you have died. If you read this, it is most likely a mistake,
        and we are sorry to disturb you with it.
      </Words>
      <Words>
        <strong>Please tell us that you are alive.</strong> Open the page below and press the button. You need
        not sign in. The report is closed then, and nothing you keep with us is given to anybody.
      </Words>
      <Action href={link} label="I am alive" />
    </MailLayout>
  ),
});

/** To the owner, again and again while they can object. */
export const objectionMail = compileMail({
  values: [...asked, 'until'],
  subject: ({ until }) => `Please answer before ${until}: are you alive?`,
  Body: ({ firstName, when, until, link }) => (
    <MailLayout title="Please tell us if you are alive" footer={nothingWrong}>
      <Words>Dear {firstName},</Words>
      <Words>
        On {when} somebody reported to us that you have died, and sent us a proof that looks right. If we hear
        nothing from you <strong>before {until}</strong>, we will believe it: your account is closed, and what
        you left for after your death goes to the people it is for.
      </Words>
      <Words>
        <strong>If you are alive,</strong> open the page below and press the button, or sign in. Either stops
        it at once.
      </Words>
      <Action href={link} label="I am alive" />
    </MailLayout>
  ),
});

const staffFooter = <Soft>You get this message because you are staff.</Soft>;
const staffValues = ['staffName', 'reportId', 'due', 'link'] as const;

/** To staff: a report waits for a decision. */
export const reportWaitsMail = compileMail({
  values: staffValues,
  subject: () => 'A report of a death is waiting to be read',
  Body: ({ staffName, reportId, due, link }) => (
    <MailLayout title="A report of a death is waiting to be read" footer={staffFooter}>
      <Words>Dear {staffName},</Words>
      <Words>
        The proof of report {reportId} is here. We told the person who sent it that it is read by {due}.
      </Words>
      <Action href={link} label="Open the reports" isQuiet />
    </MailLayout>
  ),
});

/** To staff: a trusted contact doubts it. `said` is what they say, `what` what became of the report. */
export const contactDoubtMail = compileMail({
  values: ['staffName', 'reportId', 'contactName', 'said', 'what', 'link'],
  subject: () => 'A trusted contact answered about a report of a death',
  Body: ({ staffName, reportId, contactName, said, what, link }) => (
    <MailLayout title="A trusted contact answered" footer={staffFooter}>
      <Words>Dear {staffName},</Words>
      <Words>
        {contactName}, a trusted contact of somebody who was reported dead, {said}: report {reportId}. {what}
      </Words>
      <Action href={link} label="Open the reports" isQuiet />
    </MailLayout>
  ),
});

/** To staff: somebody said that a person is alive. `what` says what became of the report. */
export const signOfLifeMail = compileMail({
  values: ['staffName', 'reportId', 'what', 'link'],
  subject: () => 'A sign of life of somebody who was reported dead',
  Body: ({ staffName, reportId, what, link }) => (
    <MailLayout title="A sign of life" footer={staffFooter}>
      <Words>Dear {staffName},</Words>
      <Words>
        Somebody who was reported dead has told us that they are alive: report {reportId}. {what}
      </Words>
      <Action href={link} label="Open the reports" isQuiet />
    </MailLayout>
  ),
});
