import type { FaqSection } from './faq-section.ts';

export const process: FaqSection = {
  id: 'process',
  title: 'Process',
  questions: [
    {
      question: 'How does it work?',
      answer: (
        <ol>
          <li>You write a letter, or upload a photo, a video or a recording.</li>
          <li>You say who it is for, with an email address or a phone number.</li>
          <li>You choose the day on which it is to arrive.</li>
          <li>When that day has come, we send each person a link. They open it when they are ready.</li>
        </ol>
      ),
    },
    {
      question: 'Why does a memory say “Pending” at first?',
      answer: (
        <p>
          We make sure that a file is what it says it is and that it can be opened, so that nobody gets
          something broken or harmful. That usually takes seconds. If our program is not sure, the memory
          waits, you see the reason, and you can give us another file. Once it says “Approved”, you can
          schedule it.
        </p>
      ),
    },
    {
      question: 'How does a delivery reach somebody?',
      answer: (
        <>
          <p>
            By an email that names you as the one who left something, or by a text message if we know only a
            phone number. Neither holds the memory itself, only the link to it.
          </p>
          <p>
            The link leads to a closed page. Nothing plays or opens by itself: the person presses a button
            when they wish to see it. They can read, print and download what you left.
          </p>
        </>
      ),
    },
    {
      question: 'What if somebody else gets hold of the link?',
      answer: (
        <p>
          The first device that opens it is remembered. Any other device is asked for a six-digit code, which
          we send to the address or the phone of the person it is for.
        </p>
      ),
    },
    {
      question: 'Can I talk with somebody?',
      answer: (
        <p>
          With a paid plan you can book sessions with a counselor by video, one to one or in a group, and pay
          each of them. The link to the meeting arrives 24 hours before, and until then you can cancel.
        </p>
      ),
    },
  ],
};
