/** Mails to owners and staff about deliveries. They never contain the content. Mails to recipients are in message/message.mail.tsx. */
import { compileMail } from '../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../platform/mail/layout.tsx';

const confirmed = ['ownerName', 'title', 'recipientNames', 'deliveredAt', 'link'] as const;

/** For the owner: a delivery was sent. `deliveredAt` is a formatted local date and time; `link` leads to the schedule. */
export const deliveredMail = compileMail({
  values: confirmed,
  subject: ({ title }) => `Delivered: ${title}`,
  Body: (values) => <Confirmation {...values} />,
});

/** The same for a late delivery; `dueAt` is when it should have been sent, formatted. */
export const deliveredLateMail = compileMail({
  values: [...confirmed, 'dueAt'],
  subject: ({ title }) => `Delivered: ${title}`,
  Body: (values) => <Confirmation {...values} />,
});

/** For several deliveries at once. `deliveries` has a line for each. */
export const deliveredTogetherMail = compileMail({
  values: ['ownerName', 'count', 'deliveries', 'link'],
  lists: ['deliveries'],
  subject: ({ count }) => `Delivered: ${count} memories`,
  Body: ({ ownerName, count, deliveries, link }) => (
    <MailLayout title={`${count} memories have been delivered`} footer={<HowToSwitchOff />}>
      <Words>Dear {ownerName},</Words>
      <Words>We sent the links to these, and there is nothing you need to do:</Words>
      <Soft>{deliveries}</Soft>
      <Action href={link} label="Open your schedule" />
    </MailLayout>
  ),
});

function HowToSwitchOff() {
  return <Soft>You can switch these confirmations off in the notification settings of your account.</Soft>;
}

function Confirmation(values: Record<(typeof confirmed)[number], string> & { dueAt?: string }) {
  const { ownerName, title, recipientNames, deliveredAt, link, dueAt } = values;
  return (
    <MailLayout title={`“${title}” has been delivered`} footer={<HowToSwitchOff />}>
      <Words>Dear {ownerName},</Words>
      <Words>
        We sent {recipientNames} the link to it on {deliveredAt}.
      </Words>
      {dueAt && <Words>It was due on {dueAt}, and we are sorry that it went out late.</Words>}
      <Words>There is nothing you need to do.</Words>
      <Action href={link} label="Open your schedule" />
    </MailLayout>
  );
}

/** For the owner: somebody else reads the mail at `address`. `link` leads to the recipient's page. */
export const notTheirsMail = compileMail({
  values: ['ownerName', 'recipientName', 'firstName', 'address', 'link'],
  subject: ({ firstName }) => `Is this the right address for ${firstName}?`,
  Body: ({ ownerName, recipientName, firstName, address, link }) => (
    <MailLayout
      title={`Is this the right address for ${firstName}?`}
      footer={<Soft>We write to you because you left something for {recipientName} with Long After.</Soft>}
    >
      <Words>Dear {ownerName},</Words>
      <Words>
        Somebody who reads what is sent to {address} told us that it is not for them. We closed the page there
        at once. What you left for {firstName} is safe: it waits, and goes out as soon as you give us another
        address, or tell us that this one is right.
      </Words>
      <Action href={link} label="Look at the address" />
    </MailLayout>
  ),
});

/** For the owner: the mail server never confirmed that it accepted the mails. `link` leads to the recipient's entry. */
export const arrivalUnknownMail = compileMail({
  values: ['ownerName', 'recipientName', 'link'],
  subject: ({ recipientName }) => `Did ${recipientName} receive it?`,
  Body: ({ ownerName, recipientName, link }) => (
    <MailLayout
      title={`Did ${recipientName} receive it?`}
      footer={<Soft>We write to you because you left something for {recipientName} with Long After.</Soft>}
    >
      <Words>Dear {ownerName},</Words>
      <Words>
        We sent {recipientName} the link to what you left for them, three times, and the mail service of their
        address never told us whether it arrived. We do not send it again unasked, so as not to fill their
        mailbox.
      </Words>
      <Words>
        If you can, please ask them. If it did not arrive, give us another address, and we will send it there.
      </Words>
      <Action href={link} label="Open their entry" />
    </MailLayout>
  ),
});

/** For the owner: it could not be delivered in a week of attempts. `link` leads to the recipient's entry. */
export const deliveryFailedMail = compileMail({
  values: ['ownerName', 'recipientName', 'link', 'scheduleLink'],
  subject: ({ recipientName }) => `We could not deliver what you left for ${recipientName}`,
  Body: ({ ownerName, recipientName, link, scheduleLink }) => (
    <MailLayout
      title={`We could not deliver what you left for ${recipientName}`}
      footer={<Soft>We write to you because you left something for {recipientName} with Long After.</Soft>}
    >
      <Words>Dear {ownerName},</Words>
      <Words>
        We tried for seven days to send {recipientName} the link to what you left for them, and did not
        succeed. Nothing is lost: it is kept here, and our staff know about it.
      </Words>
      <Words>
        Please check whether the address is still right. As soon as you correct it, we send it there. If it is
        right, you can have us try again in your schedule: {scheduleLink}
      </Words>
      <Action href={link} label="Look at the address" />
    </MailLayout>
  ),
});

/** For staff. `deliveries` has a line for each, without names and addresses, which the console shows behind `link`. */
export const staffDeliveriesStoppedMail = compileMail({
  values: ['staffName', 'count', 'deliveries', 'link'],
  lists: ['deliveries'],
  subject: ({ count }) => `Deliveries that have stopped: ${count}`,
  Body: ({ staffName, count, deliveries, link }) => (
    <MailLayout
      title={`Deliveries that have stopped: ${count}`}
      footer={<Soft>You get this message because your account is marked as staff.</Soft>}
    >
      <Words>Dear {staffName},</Words>
      <Words>
        These deliveries go on only if somebody sees to them. Owners who are alive have been asked to check
        the address.
      </Words>
      <Soft>{deliveries}</Soft>
      <Words>The staff console says why, and what you can do.</Words>
      <Action href={link} label="Look at them" />
    </MailLayout>
  ),
});
