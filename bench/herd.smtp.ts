import { type Benchmark, interleave, ratio } from './harness.ts';
import { withHerd } from './herd.ts';
import { ask, type Program, startAnswering, startSink } from './programs.ts';
import type { Intake } from './smtp-sink.child.ts';

/** Long enough to insert that many letters before they fall due. */
export const secondsAhead = (letters: number): number => 2 + letters / 5_000;

export const herdSmtp: Benchmark = {
  name: 'herd.smtp',
  about: 'letters due at one moment over SMTP: mails/s at the sink : a bare pool of nodemailer',
  async run({ folder, quick }) {
    const count = quick ? 2_000 : 10_000;
    const [sink, smtp] = await startSink();
    const [bare] = await startAnswering('bench/bare-mailer.child.ts', smtp);
    let [early, doubles] = [0, 0];
    const rates = await withHerd(folder, smtp, async ({ deliver }) => {
      const ours = async () => {
        const dueAt = new Date(Date.now() + secondsAhead(count) * 1000);
        await deliver(count, dueAt);
        const intake = await readSink(sink, count, dueAt);
        doubles += intake.doubles;
        early += intake.early;
        return mailsPerSecond(intake);
      };
      const baseline = async () => {
        await ask(bare, { mails: count });
        return mailsPerSecond(await readSink(sink, count, new Date(0)));
      };
      return interleave(quick ? 1 : 3, ours, baseline);
    });
    await bare.stop();
    await sink.stop();
    return [
      ratio('herd.smtp', rates, { atLeast: 0.8 }, `mails/s, ${count} due`),
      { name: 'herd.smtp early', value: early, unit: 'mails', bar: { atMost: 0 } },
      { name: 'herd.smtp doubled', value: doubles, unit: 'mails', bar: { atMost: 0 } },
    ];
  },
};

export async function readSink(sink: Program, expected: number, dueAt: Date): Promise<Intake> {
  const intake = await ask<Intake>(sink, { dueAt: dueAt.getTime() });
  if (intake.mails - intake.doubles !== expected) {
    throw new Error(`${expected} mails were sent and ${intake.mails - intake.doubles} came`);
  }
  return intake;
}

export function mailsPerSecond({ mails, first, last }: Intake): number {
  return ((mails - 1) * 1000) / (last - first);
}
