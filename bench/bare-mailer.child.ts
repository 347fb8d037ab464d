/** The minimum cost of sending: a nodemailer pool and the same mail again and again, each with its own id. */
import { createTransport } from 'nodemailer';
import { deliveryMail } from '../server/features/delivery/deliveries/deliveries.mail.tsx';

const connections = 5;
const mailsAtOnce = 40;

const pool = createTransport({ url: process.env.SMTP_URL, pool: true, maxConnections: connections });
const content = await deliveryMail({
  ownerName: 'Ruth Alvarez',
  recipientName: 'Maya',
  link: `http://localhost:3000/received/${'x'.repeat(43)}`,
  publicHost: 'localhost',
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
