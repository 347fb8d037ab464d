/** A report that is waiting for staff: Teresa's niece says that her aunt has died, and sends a certificate. */
import { desc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { deathReports } from '../../server/features/after-death/death-cases/death-reports/death-reports.table.ts';
import { wallClockAt } from '../../server/platform/local-time.ts';
import { mailboxMessages } from '../../server/platform/mail/mailbox.table.ts';
import type { BegunDeathReport } from '../../shared/after-death/death-reports.ts';
import { dayFrom } from './days.ts';
import { type Demo, until } from './environment.ts';
import { send } from './http.ts';
import { teresa } from './teresa.ts';

const reporterEmail = 'ingrid.lindahl@example.com';
const zone = teresa.timezone;

/** Happens yesterday morning. */
export async function teresaIsReported(demo: Demo, today: Date): Promise<void> {
  demo.clock.jumpTo(dayFrom(today, -1, '10:20', zone));
  const { localDate: dateOfDeath } = wallClockAt(dayFrom(today, -3, '12:00', zone), zone);
  const ask = (path: string, body?: object) =>
    send(demo.address, 'POST', `/api/death-reports${path}`, { body });
  const begun = await ask('', {
    reporterName: 'Ingrid Lindahl',
    reporterEmail,
    relationship: 'relative',
    personName: `${teresa.firstName} ${teresa.lastName}`,
    personEmail: teresa.email,
    dateOfDeath,
    timezone: zone,
  });
  const { token } = (await begun.json()) as BegunDeathReport;
  await ask(`/${token}/confirm`, { code: await until('the code to the reporter', () => codeOf(demo)) });
  const form = new FormData();
  form.set('kind', 'certificate');
  form.set('file', await certificate(dateOfDeath));
  await ask(`/${token}/proofs`, form);
  await ask(`/${token}/submit`, {});
  await until('the account of the report', async () => {
    const [report] = await demo.services.db
      .select({ userId: deathReports.userId })
      .from(deathReports)
      .where(eq(deathReports.reporterEmail, reporterEmail));
    return report?.userId ?? undefined;
  });
}

async function codeOf({ services: { db } }: Demo): Promise<string | undefined> {
  const [mail] = await db
    .select({ text: mailboxMessages.text })
    .from(mailboxMessages)
    .where(eq(mailboxMessages.toAddress, reporterEmail))
    .orderBy(desc(mailboxMessages.id))
    .limit(1);
  return /^(\d{6})$/m.exec(mail?.text ?? '')?.[1];
}

/** A photo of the certificate. */
async function certificate(dateOfDeath: string): Promise<File> {
  const line = (y: number, size: number, text: string) =>
    `<text x="450" y="${y}" text-anchor="middle" font-family="serif" font-size="${size}" fill="#2A2522">${text}</text>`;
  const paper = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200">',
    '<rect width="900" height="1200" fill="#FBF7F0"/>',
    '<rect x="50" y="50" width="800" height="1100" fill="none" stroke="#5A5149" stroke-width="4"/>',
    line(170, 30, 'State of Minnesota'),
    line(240, 52, 'Certificate of Death'),
    line(420, 40, `${teresa.firstName} ${teresa.lastName}`),
    line(490, 28, `born ${teresa.dateOfBirth}, Duluth`),
    line(550, 28, `died ${dateOfDeath}, Duluth`),
    line(1040, 24, 'An example: no such certificate exists'),
    '</svg>',
  ].join('');
  const bytes = await sharp(Buffer.from(paper)).jpeg({ quality: 82 }).toBuffer();
  return new File([new Uint8Array(bytes)], 'certificate.jpg', { type: 'image/jpeg' });
}
