import { type Benchmark, interleave, ratio } from './harness.ts';
import { mailsPerSecond, readSink, secondsAhead } from './herd.smtp.ts';
import { withHerd } from './herd.ts';
import { ask, startAnswering, startSink } from './programs.ts';

const perPerson = 5;

export const herdMoment: Benchmark = {
  name: 'herd.moment',
  about:
    'five letters for each of many people, due at one instant: messages/s at the sink : a bare pool of nodemailer',
  async run({ folder, quick }) {
    const people = quick ? 1_000 : 20_000;
    const count = people * perPerson;
    const [sink, smtp] = await startSink();
    const [bare] = await startAnswering('bench/bare-mailer.child.ts', smtp);
    let early = 0;
    const rates = await withHerd(folder, smtp, async ({ deliver }) => {
      // The first run would also pay for starting up.
      await deliver(count / 10, new Date(), { perPerson });
      await readSink(sink, people / 10, new Date(0));
      const ours = async () => {
        const dueAt = new Date(Date.now() + secondsAhead(count) * 1000);
        await deliver(count, dueAt, { perPerson });
        // Throws unless each person got one message.
        const intake = await readSink(sink, people, dueAt);
        early += intake.early;
        return mailsPerSecond(intake);
      };
      const baseline = async () => {
        await ask(bare, { mails: people });
        return mailsPerSecond(await readSink(sink, people, new Date(0)));
      };
      return interleave(quick ? 1 : 2, ours, baseline);
    });
    await bare.stop();
    await sink.stop();
    return [
      ratio('herd.moment', rates, { atLeast: 0.8 }, `messages/s, ${count} letters for ${people} people`),
      { name: 'herd.moment early', value: early, unit: 'mails', bar: { atMost: 0 } },
    ];
  },
};
