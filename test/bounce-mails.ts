/**
 * Bounces in the forms in which mail systems send them, written from their specifications (RFC 3464, RFC 3834, RFC 5965,
 * QSBMF and the systems' own manuals). `to` is the return path of the bounced message, `address` is its recipient.
 */

export interface Returned {
  to: string;
  address: string;
}

type Write = (returned: Returned) => string;

interface Status extends Returned {
  from: string;
  fields: string;
  /** The part that people read. */
  text?: string;
  headers?: string;
  reporter?: string;
  /** The part that returns the message, or its headers. */
  returned?: string;
}

const boundary = '=_report_of_a_test';

/** A delivery status notification (RFC 3464). */
function statusReport({ to, address, from, fields, text, headers, reporter, returned }: Status): string {
  return mail(`
From: ${from}
To: <${to}>
Subject: Delivery Status Notification (Failure)
Auto-Submitted: auto-replied
Date: Sat, 04 May 2030 12:05:00 +0000
Message-ID: <report.1@mx.example.net>
${headers ?? 'X-Filler: 1'}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
 boundary="${boundary}"

--${boundary}
Content-Type: text/plain; charset=utf-8

${text ?? `Your message to ${address} could not be delivered.`}

--${boundary}
Content-Type: message/delivery-status

Reporting-MTA: dns; ${reporter ?? 'mx.example.net'}
Arrival-Date: Sat, 04 May 2030 12:00:00 +0000

${fields}

--${boundary}
${
  returned ??
  `Content-Type: text/rfc822-headers

Return-Path: <${to}>
Message-ID: <delivery.1@long-after.example>
To: ${address}
Subject: A letter for you`
}

--${boundary}--
`);
}

/** Uses the line endings of the network. */
export const mail = (text: string) => text.trimStart().replaceAll('\n', '\r\n');

const text = (from: string, { to }: Returned, subject: string, body: string, headers = 'X-Filler: 1') =>
  mail(`
From: ${from}
To: ${to}
Subject: ${subject}
${headers}
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

${body}
`);

/** The message is lost. */
export const hardBounces: Readonly<Record<string, Write>> = {
  Gmail: (returned) =>
    statusReport({
      ...returned,
      from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
      headers: `X-Failed-Recipients: ${returned.address}`,
      reporter: 'googlemail.example',
      fields: `Final-Recipient: rfc822; ${returned.address}
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.example. (192.0.2.27, the server for the domain.)
Diagnostic-Code: smtp; 550-5.1.1 The account you tried to reach does not exist: ${returned.address}.
 550 5.1.1 Please check for typing errors or spaces.
Last-Attempt-Date: Sat, 04 May 2030 05:05:00 -0700 (PDT)`,
    }),
  'Exchange Online': (returned) =>
    statusReport({
      ...returned,
      from: 'postmaster@outlook.example',
      reporter: 'AM0PR01MB0001.eurprd01.prod.exchange.example',
      fields: `Final-Recipient: rfc822;${returned.address}
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${returned.address} not found by SMTP address lookup`,
      returned: `Content-Type: message/rfc822

From: letters@long-after.example
To: ${returned.address}
Subject: A letter for you

The body.`,
    }),
  Yahoo: (returned) =>
    statusReport({
      ...returned,
      from: 'MAILER-DAEMON@yahoo.example',
      fields: `Final-Recipient: rfc822; ${returned.address}
Action: failed
Status: 5.0.0
Diagnostic-Code: smtp; 554 delivery error: dd This user doesn't have an account here`,
    }),
  iCloud: (returned) =>
    statusReport({
      ...returned,
      from: 'Mail Delivery System <postmaster@icloud.example>',
      fields: `Original-Recipient: rfc822;${returned.address}
Final-Recipient: rfc822;${returned.address}
Action: failed
Status: 5.1.6
Diagnostic-Code: smtp; 550 5.1.6 recipient no longer on server: ${returned.address}`,
    }),
  Postfix: (returned) =>
    statusReport({
      ...returned,
      from: 'MAILER-DAEMON@mx.example.net (Mail Delivery System)',
      fields: `Final-Recipient: rfc822; ${returned.address}
Original-Recipient: rfc822;${returned.address}
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.example.com
Diagnostic-Code: smtp; 550 5.1.1 <${returned.address}>: Recipient address rejected: User
    unknown in virtual mailbox table`,
    }),
  Exim: (returned) =>
    statusReport({
      ...returned,
      from: 'Mail Delivery System <Mailer-Daemon@host.example>',
      headers: `X-Failed-Recipients: ${returned.address}`,
      fields: `Action: failed
Final-Recipient: rfc822;${returned.address}
Status: 5.0.0
Remote-MTA: dns; mail.example.com
Diagnostic-Code: smtp; 550 5.1.1 No such user here`,
    }),
  'Exim of long ago': (returned) =>
    text(
      'Mail Delivery System <Mailer-Daemon@host.example>',
      returned,
      'Mail delivery failed: returning message to sender',
      `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${returned.address}
    SMTP error from remote mail server after RCPT TO:<${returned.address}>:
    550 5.1.1 unknown user`,
      `X-Failed-Recipients: ${returned.address}
Auto-Submitted: auto-replied`,
    ),
  qmail: (returned) =>
    text(
      'MAILER-DAEMON@host.example',
      returned,
      'failure notice',
      `Hi. This is the qmail-send program at host.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<${returned.address}>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <${returned.to}>

<somebody@example.org>:
This is text of the letter.`,
    ),
  Sendmail: (returned) =>
    statusReport({
      ...returned,
      from: 'Mail Delivery Subsystem <MAILER-DAEMON@host.example>',
      fields: `Final-Recipient: RFC822; ${returned.address}
Action: failed
Status: 5.1.1
Remote-MTA: DNS; mail.example.com
Diagnostic-Code: SMTP; 550 5.1.1 <${returned.address}>... User unknown
Last-Attempt-Date: Sat, 4 May 2030 12:05:00 GMT`,
    }),
  'Amazon SES': (returned) =>
    statusReport({
      ...returned,
      from: 'MAILER-DAEMON@amazonses.example',
      reporter: 'a1-2.smtp-out.amazonses.example',
      fields: `Action: failed
Final-Recipient: rfc822; ${returned.address}
Diagnostic-Code: smtp; 550 5.1.1 user unknown
Status: 5.1.1`,
    }),
  'GMX and Web.de': (returned) =>
    statusReport({
      ...returned,
      from: 'GMX Mailer Daemon <mailer-daemon@gmx.example>',
      text: 'Diese Nachricht wurde automatisch erzeugt. Ihre E-Mail konnte nicht zugestellt werden.',
      fields: `Final-Recipient: RFC822;${returned.address.toUpperCase()}
Action: Failed
Status: 5.1.1
Diagnostic-Code: smtp; Requested action not taken: mailbox unavailable`,
    }),
  'a gateway (Mimecast, Proofpoint)': (returned) =>
    statusReport({
      ...returned,
      from: 'postmaster@gateway.example',
      fields: `Original-Recipient: rfc822;${returned.address}
Final-Recipient: rfc822;mailbox-17@inside.example
Action: failed
Status: 5.4.1
Diagnostic-Code: smtp;550 5.4.1 Recipient address rejected: Access denied`,
    }),
  'a mailbox that is full': (returned) =>
    statusReport({
      ...returned,
      from: 'MAILER-DAEMON@mx.example.net',
      fields: `Final-Recipient: rfc822; ${returned.address}
Action: failed
Status: 5.2.2
Diagnostic-Code: smtp; 552 5.2.2 Mailbox full`,
    }),
  'a domain that did not answer for days': (returned) =>
    statusReport({
      ...returned,
      from: 'MAILER-DAEMON@mx.example.net',
      fields: `Final-Recipient: rfc822; ${returned.address}
Action: failed
Status: 4.4.1
Diagnostic-Code: X-Postfix; connect to mail.example.com[192.0.2.1]:25: Connection timed out`,
    }),
  'an encoded report': (returned) =>
    statusReport({
      ...returned,
      from: 'MAILER-DAEMON@mx.example.net',
      fields: `Final-Recipient: rfc822; ${returned.address}
Action: failed
Status: 5.1.1`,
    }).replace(
      /(Content-Type: message\/delivery-status)\r\n\r\n(.*?)\r\n--=/s,
      (_all, type, content) =>
        `${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n--=`,
    ),
};

/** The message may still arrive. */
export const softBounces: Readonly<Record<string, Write>> = {
  'a delay': (returned) =>
    statusReport({
      ...returned,
      from: 'MAILER-DAEMON@mx.example.net',
      text: 'THIS IS A WARNING ONLY. YOU DO NOT NEED TO RESEND YOUR MESSAGE.',
      fields: `Final-Recipient: rfc822; ${returned.address}
Action: delayed
Status: 4.4.1
Diagnostic-Code: smtp; 451 4.4.1 mail.example.com did not answer
Will-Retry-Until: Thu, 09 May 2030 12:00:00 +0000`,
    }),
  'a report without an action': (returned) =>
    statusReport({
      ...returned,
      from: 'MAILER-DAEMON@mx.example.net',
      fields: `Final-Recipient: rfc822; ${returned.address}
Status: 4.2.2
Diagnostic-Code: smtp; 452 4.2.2 Mailbox full`,
    }),
};

/** Nothing follows from these. */
export const otherMails: Readonly<Record<string, Write>> = {
  'an absence note': (returned) =>
    text(
      `Maya <${returned.address}>`,
      returned,
      'Automatic reply: A letter for you',
      'I am away until 12 May and will read your message then. 550 5.1.1 is my room.',
      'Auto-Submitted: auto-replied\nX-Autoreply: yes',
    ),
  'a complaint (ARF)': (returned) =>
    mail(`
From: feedback@isp.example
To: ${returned.to}
Subject: complaint about message
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="${boundary}"

--${boundary}
Content-Type: text/plain

This is an email abuse report.

--${boundary}
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Somebody/1.0
Version: 1
Original-Rcpt-To: <${returned.address}>

--${boundary}
Content-Type: message/rfc822

From: letters@long-after.example
To: ${returned.address}
Subject: A letter for you

The body.
--${boundary}--
`),
  'a receipt (MDN)': (returned) =>
    statusReport({
      ...returned,
      from: returned.address,
      fields: `Final-Recipient: rfc822; ${returned.address}
Action: failed
Status: 5.1.1`,
    }).replace('report-type=delivery-status', 'report-type=disposition-notification'),
  'a question whether we are human': (returned) =>
    text(
      returned.address,
      returned,
      'Please confirm your message',
      `To deliver your message to ${returned.address}, please answer this one.`,
    ),
  'a success': (returned) =>
    statusReport({
      ...returned,
      from: 'MAILER-DAEMON@mx.example.net',
      fields: `Final-Recipient: rfc822; ${returned.address}
Action: delivered
Status: 2.0.0`,
    }),
  'a bounce without a report': (returned) =>
    text(
      'MAILER-DAEMON@host.example',
      returned,
      'Undeliverable mail',
      `Your mail to ${returned.address} could not be delivered: 550 5.1.1 no such user`,
    ),
  'a report that somebody forwards': (returned) =>
    mail(`
From: ${returned.address}
To: ${returned.to}
Subject: Fwd: Delivery failed
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="${boundary}"

--${boundary}
Content-Type: text/plain

What is this?

--${boundary}
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ${returned.address}
Action: failed
Status: 5.1.1

--${boundary}--
`),
};
