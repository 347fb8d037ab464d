/** The minimum cost of sending: a nodemailer pool and the same mail again and again, each with its own id. */
import { createTransport } from 'nodemailer';
import { mailTo } from '../server/features/delivery/deliveries/message/message.ts';

const connections = 5;
const mailsAtOnce = 40;

const pool = createTransport({ url: process.env.SMTP_URL, pool: true, maxConnections: connections });
const content = await mailTo({
  owner: { firstName: 'Ruth', lastName: 'Alvarez', timezone: 'UTC' },
  recipient: { firstName: 'Maya', ownerRelationship: null, knownBy: null, birthday: null },
  things: [
    { type: 'letter', createdAt: new Date('2026-10-12T12:00:00Z'), durationSeconds: null, leftFor: null },
  ],
  schedule: { deliveryType: 'scheduled', localDate: '2031-05-04' },
  ...{ death: null, publicHost: 'localhost', supportEmail: 'help@localhost' },
  link: `http://localhost:3000/received/${'x'.repeat(43)}`,
});
let number = 0;

process.on('message', async ({ mails }: { mails: number }) => {
  let left = mails;
  const sendOn = async () => {
    while (left-- > 0) {
      number += 1;
      await pool.sendMail({
        from: { name: 'Ruth Alvarez', address: 'letters@long-after.example' },
        to: `person-${number}@example.com`,
        messageId: `<bare.${number}@localhost>`,
        ...content,
      });
    }
  };
  await Promise.all(Array.from({ length: mailsAtOnce }, sendOn));
  process.send?.('sent');
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
