import { expect, test } from 'vitest';
import { hardBounces, mail, otherMails, softBounces } from '../../../test/bounce-mails.ts';
import { bounceMaxBytes, readBounceReports } from './bounce-report.ts';

const returned = { to: 'bounce+d1@long-after.example', address: 'maya@example.com' };
const read = (text: string) => readBounceReports(Buffer.from(text));

test.each(Object.entries(hardBounces))('%s: it has not arrived', async (_name, write) => {
  const reports = await read(write(returned));
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({ kind: 'hard', addresses: expect.arrayContaining([returned.address]) });
  expect(reports[0]?.reply).toMatch(/\w/);
  expect(reports[0]?.reply).not.toContain('@');
});

test.each(Object.entries(softBounces))('%s: it may still arrive', async (_name, write) => {
  expect(await read(write(returned))).toMatchObject([{ kind: 'soft', addresses: [returned.address] }]);
});

test.each(Object.entries(otherMails))('%s reports nothing', async (_name, write) => {
  expect(await read(write(returned))).toEqual([]);
});

test('what the mail system said is read without addresses, and with its folded lines', async () => {
  const [report] = await read(hardBounces['Postfix']?.(returned) ?? '');
  expect(report).toEqual({
    kind: 'hard',
    addresses: [returned.address, returned.address],
    status: '5.1.1',
    reply: '550 5.1.1 <(address)>: Recipient address rejected: User unknown in virtual mailbox table',
  });
  const [qmail] = await read(hardBounces['qmail']?.(returned) ?? '');
  expect(qmail?.reply).toBe('Sorry, no mailbox here by that name. (#5.1.1)');
  const [exim] = await read(hardBounces['Exim of long ago']?.(returned) ?? '');
  expect(exim?.reply).toBe('550 5.1.1 unknown user');
});

test('a report about several recipients says of each what became of it', async () => {
  const text = hardBounces['Amazon SES']?.(returned) ?? '';
  const other = 'Final-Recipient: rfc822; ines@example.com\r\nAction: delayed\r\nStatus: 4.2.1';
  const reports = await read(text.replace('Action: failed', `${other}\r\n\r\nAction: failed`));
  expect(reports.map(({ kind, addresses }) => [kind, ...addresses])).toEqual([
    ['soft', 'ines@example.com'],
    ['hard', returned.address],
  ]);
});

const report = (parts: string) =>
  mail(`
To: ${returned.to}
Content-Type: multipart/report; report-type=delivery-status; boundary=b

${parts}
--b--
`);

test.each([
  ['nothing', ''],
  ['no line ends', 'x'.repeat(200_000)],
  ['bytes of any kind', String.fromCharCode(...Array.from({ length: 4096 }, (_, index) => index % 256))],
  [
    'a report that breaks off',
    report('--b\nContent-Type: message/delivery-status\n\nFinal-Rec').slice(0, -9),
  ],
  ['an empty report', report('--b\nContent-Type: message/delivery-status\n\n')],
  ['a charset that is unknown', report('--b\nContent-Type: text/plain; charset=klingon\n\nHi. This is the ')],
])('%s reports nothing', async (_name, text) => {
  expect(await read(text)).toEqual([]);
});

test('too many parts, too many headers or too many bytes are refused, and quickly', async () => {
  const started = process.cpuUsage();
  await expect(read(report('--b\n\nx\n'.repeat(5000)))).rejects.toThrow();
  const nested = Array.from(
    { length: 3000 },
    (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\n\n--b${index}`,
  );
  await expect(read(mail(nested.join('\n')))).rejects.toThrow();
  await expect(read('X: 1\r\n'.repeat(170_000))).rejects.toThrow();
  await expect(readBounceReports(Buffer.alloc(bounceMaxBytes + 1, 'x'))).rejects.toThrow('too large');
  const address = `Final-Recipient: rfc822; ${'<'.repeat(300_000)}@\nStatus: 5.1.1\n`;
  await read(report(`--b\nContent-Type: message/delivery-status\n\n${address}`));
  await read(`X-Failed-Recipients: a\r\n\r\n${'550 \n '.repeat(100_000)}`);
  await read(`Subject: x\r\n\r\nHi. This is the ${'\n\n<a@b>:'.repeat(100_000)}`);
  expect(process.cpuUsage(started).user / 1_000_000).toBeLessThan(20);
});

test('a flood of recipients is read up to a limit', async () => {
  const block = '\n\nFinal-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1';
  const flood = report(`--b\nContent-Type: message/delivery-status\n${block.repeat(5000)}`);
  expect((await read(flood)).length).toBeLessThanOrEqual(50);
});
