import { FileCheck, FileUp, LockKeyhole, type LucideIcon, MailOpen } from 'lucide-react';
import { Thread } from '../../ui/thread.tsx';
import { type Part, Text } from './part.tsx';

const steps: readonly { icon: LucideIcon; title: string; text: string }[] = [
  { icon: FileUp, title: 'It arrives', text: 'Every byte, as you sent it. We note its fingerprint.' },
  {
    icon: FileCheck,
    title: 'It is checked',
    text: 'A program reads it to the end: it opens, and hides no other program.',
  },
  {
    icon: LockKeyhole,
    title: 'It is kept',
    text: 'We read it again over time, and compare it with its fingerprint.',
  },
  {
    icon: MailOpen,
    title: 'It is given',
    text: 'Compared once more. What they download is your original.',
  },
];

export const files: Part = {
  id: 'files',
  title: 'What happens to what you leave',
  body: (
    <>
      <Steps />
      <Text>
        If a photo, a video or a recording does not pass, it waits and you see why. You can give us another
        file, or one of us looks at what the program found.
      </Text>
      <Text>
        If a stored file ever differs from its fingerprint, our staff see it at once, and nothing damaged is
        sent: its delivery waits until the file is whole again.
      </Text>
      <Text>
        What somebody has been given stays as it was on that day, even if you change it later. If you delete
        it, you choose whether they keep it.
      </Text>
    </>
  ),
};

function Steps() {
  return (
    <ol className="relative mb-2 grid gap-5.5 sm:grid-cols-2 lg:grid-cols-4 lg:gap-x-5">
      <Thread
        path="M20 20 C 60 8, 100 32, 150 20 S 260 8, 330 20 S 450 32, 500 20 S 580 8, 620 20"
        viewBox="0 0 800 40"
        isStretched
        drawn="none"
        className="absolute top-0.5 left-0 h-10 w-full max-lg:hidden"
      />
      {steps.map(({ icon: Icon, title, text }) => (
        <li key={title} className="relative grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-4 lg:block">
          <span className="grid size-11 place-items-center rounded-full border-[1.5px] border-thread bg-paper text-gold">
            <Icon aria-hidden="true" className="size-5" strokeWidth={1.5} />
          </span>
          <div>
            <h3 className="font-serif text-[1.3125rem] leading-snug lg:mt-3">{title}</h3>
            <p className="mt-1 text-small text-ink-soft">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
