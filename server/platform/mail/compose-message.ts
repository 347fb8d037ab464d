import { Readable } from 'node:stream';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { OutgoingMail } from './mail.ts';

const lineBreak = '\r\n';
/** Small enough to show how far a long message has got. */
const blockBytes = 16 * 1024;

interface Composition {
  sender: { name: string; address: string };
  onRead: () => void;
  onRefused: () => void;
}

/**
 * A message for nodemailer to send, with text and HTML as alternatives. It is encoded here, because
 * nodemailer would pass each part through streams, which costs as much as sending. `onRead` is called once
 * all of it was read; `onRefused` is called if it may not be sent, and then nothing can be read.
 */
export function composeMessage(mail: OutgoingMail, { sender, onRead, onRefused }: Composition): MimeNode {
  const message = new MimeNode(mail.calendar ? 'multipart/mixed' : 'multipart/alternative');
  message.setHeader({
    // Suppresses out-of-office replies.
    'Auto-Submitted': 'auto-generated',
    ...mail.headers,
    From: { name: mail.fromName ?? sender.name, address: sender.address },
    To: { name: mail.toName ?? '', address: mail.to },
    'Reply-To': mail.replyTo,
    Subject: mail.subject,
    'Message-ID': `<${mail.messageId}>`,
  });
  // Set explicitly instead of derived from the headers: one message has one recipient, whatever a name contains.
  message.setEnvelope({ from: mail.returnPath ?? sender.address, to: mail.to });
  const bytes = bytesOf(message, partsOf(message, mail));
  message.createReadStream = () => {
    if (mail.mayLeave?.() ?? true) return inBlocks(bytes).once('end', onRead);
    onRefused();
    return new Readable({ read() {} });
  };
  return message;
}

/** A calendar file is included twice: mail programs look for it among the alternatives, people among the attachments. */
function partsOf(message: MimeNode, { text, html, calendar }: OutgoingMail): string[] {
  const alternatives = [partOf('text/plain; charset=utf-8', text), partOf('text/html; charset=utf-8', html)];
  if (!calendar) return alternatives;
  const { method, content } = calendar;
  const invitation = partOf(`text/calendar; charset=utf-8; method=${method}`, content);
  const read = message.createChild('multipart/alternative');
  return [
    bytesOf(read, [...alternatives, invitation])
      .toString('latin1')
      .trimEnd(),
    partOf('application/ics; name="session.ics"', content, 'attachment; filename="session.ics"'),
  ];
}

function bytesOf(message: MimeNode, parts: readonly string[]): Buffer {
  const headers = message.buildHeaders();
  const delimiter = `--${message.boundary}`;
  const lines = [headers, '', ...parts.flatMap((part) => [delimiter, part]), `${delimiter}--`, ''];
  return Buffer.from(lines.join(lineBreak));
}

function partOf(type: string, content: string, disposition?: string): string {
  const headers = [
    `Content-Type: ${type}`,
    ...(disposition ? [`Content-Disposition: ${disposition}`] : []),
    'Content-Transfer-Encoding: quoted-printable',
    '',
  ];
  return [...headers, wrap(encode(content.replaceAll(/\r\n?|\n/g, lineBreak)))].join(lineBreak);
}

function inBlocks(bytes: Buffer): Readable {
  let next = 0;
  return new Readable({
    highWaterMark: blockBytes,
    read() {
      const block = bytes.subarray(next, next + blockBytes);
      next += block.length;
      this.push(block.length > 0 ? block : null);
    },
  });
}
