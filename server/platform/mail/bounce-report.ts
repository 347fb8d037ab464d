import { type Attachment, type ParsedMail, simpleParser } from 'mailparser';
import { z } from 'zod';
import { withoutAddresses } from './smtp-faults.ts';

// What a mail system reports about a message that it had accepted: a delivery status notification (RFC 3464), or one of the two older forms that
// are still in use. Anything else that arrives at a return path (an absence note, a complaint, a question whether we are human) reports nothing.

/**
 * - `hard`: the mail system has given up; the message has not arrived and will not.
 * - `soft`: it is late, and the mail system keeps trying.
 */
export type BounceKind = 'hard' | 'soft';

export interface BounceReport {
  kind: BounceKind;
  /** What the message was addressed to, and where it was forwarded to, in lower case. */
  addresses: readonly string[];
  /** The enhanced status code (RFC 3463), if one was given. */
  status: string | null;
  /** The mail system's reply, without addresses. */
  reply: string;
}

export const bounceMaxBytes = 1_048_576;
const maxParts = 200;
const maxReports = 50;

/** Reads a raw message; empty if it reports nothing. Throws an Error if it is too large or too malformed to be read. */
export async function readBounceReports(raw: Buffer): Promise<BounceReport[]> {
  if (raw.length > bounceMaxBytes) throw new Error('The message is too large');
  const mail = await simpleParser(raw, {
    keepDeliveryStatus: true,
    ignoreEmbedded: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    checksumAlgo: false,
    maxChildNodes: maxParts,
  });
  const reports = isStatusReport(mail)
    ? mail.attachments.filter(isDeliveryStatus).flatMap(({ content }) => readStatus(content.toString('utf8')))
    : [...readQmail(mail.text ?? ''), ...readFailedRecipients(mail)];
  return reports.slice(0, maxReports);
}

const StructuredHeader = z.object({ value: z.string(), params: z.record(z.string(), z.string()) });

function isStatusReport({ headers }: ParsedMail): boolean {
  const type = headers.get('content-type');
  const { value, params } = StructuredHeader.safeParse(type).data ?? {};
  const kind = params?.['report-type'] ?? 'delivery-status';
  return value === 'multipart/report' && kind.toLowerCase() === 'delivery-status';
}

function isDeliveryStatus({ contentType }: Attachment): boolean {
  return contentType === 'message/delivery-status' || contentType === 'message/global-delivery-status';
}

/** There is a block of fields for the message, and one for each recipient. */
function readStatus(text: string): BounceReport[] {
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .map(fieldsOf)
    .flatMap((fields) => {
      const addresses = ['original-recipient', 'final-recipient', 'x-actual-recipient'].flatMap(
        (name) => addressIn(fields.get(name)) ?? [],
      );
      const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? null;
      const kind = kindOf(fields.get('action')?.toLowerCase(), status);
      if (!kind || addresses.length === 0) return [];
      return [{ kind, addresses, status, reply: replyOf(fields.get('diagnostic-code'), status) }];
    });
}

/** By lower-case name; folded lines are joined, and the first of a repeated field counts. */
function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([\w-]+)[ \t]*:(.*)$/.exec(line) ?? [];
    if (name && value && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim());
  }
  return fields;
}

/** For example `rfc822; <Maya@Example.org>`. */
function addressIn(value = ''): string | undefined {
  const [, address] = /^(?:[\w-]+[ \t]*;)?[ \t]*<?([^\s<>;]+@[^\s<>;]+?)>?$/.exec(value) ?? [];
  return address?.toLowerCase();
}

/**
 * What matters is whether the mail system keeps trying: a mailbox that was full for five days, or a domain
 * that did not answer, has a status of 4, and yet the message will never arrive.
 */
function kindOf(action: string | undefined, status: string | null): BounceKind | undefined {
  if (action === 'failed') return status?.startsWith('2') ? undefined : 'hard';
  if (action === 'delayed') return 'soft';
  if (action !== undefined) return undefined;
  if (status?.startsWith('5')) return 'hard';
  return status?.startsWith('4') ? 'soft' : undefined;
}

function replyOf(diagnostic: string | undefined, status: string | null): string {
  const said = diagnostic?.replace(/^[\w-]+[ \t]*;[ \t]*/, '').trim();
  return withoutAddresses(said || `Status ${status ?? 'unknown'}`);
}

/** The form of qmail (QSBMF), which reports only what has failed for good. */
function readQmail(text: string): BounceReport[] {
  if (!text.startsWith('Hi. This is the ')) return [];
  const [notice = ''] = text.split(/^--- /m, 1);
  return notice.split(/\n[ \t]*\n/).flatMap((paragraph) => {
    const [, address, said] = /^<([^\s<>]+@[^\s<>]+)>:\n([\s\S]+)$/.exec(paragraph.trim()) ?? [];
    return address && said ? [failureOf([address.toLowerCase()], said)] : [];
  });
}

/** The form of older versions of Exim: the addresses in a header, the reason in the text. */
function readFailedRecipients({ headers, text = '' }: ParsedMail): BounceReport[] {
  const header = headers.get('x-failed-recipients');
  if (typeof header !== 'string') return [];
  const addresses = header.split(',').flatMap((one) => addressIn(one.trim()) ?? []);
  const [said] = /^.*\b5\d\d\b.*(?:\n[ \t]+.*)*/m.exec(text) ?? [];
  return addresses.length > 0 ? [failureOf(addresses, said ?? 'It came back')] : [];
}

function failureOf(addresses: readonly string[], said: string): BounceReport {
  const status = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(said)?.[0] ?? null;
  return { kind: 'hard', addresses, status, reply: withoutAddresses(said.replaceAll(/\s+/g, ' ').trim()) };
}
