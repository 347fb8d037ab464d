import type { FaqSection } from './faq-section.ts';

export const security: FaqSection = {
  id: 'security',
  title: 'Security and privacy',
  questions: [
    {
      question: 'Can anybody open something before its time?',
      answer: (
        <p>
          No. Before the day of delivery there is no link that would open it. The link that is sent then
          cannot be guessed. What you meant for after your death stays closed until your death has been
          confirmed.
        </p>
      ),
    },
    {
      question: 'What do trusted contacts see?',
      answer: <p>Never what you left: no titles, no messages, no files, not even how many there are.</p>,
    },
    {
      question: 'Is it encrypted?',
      answer: (
        <>
          <p>
            Between your device and us, yes. Your password is stored in a form that nobody can read, and so
            are the links we send.
          </p>
          <p>
            What you leave is not locked with a key that only you hold: if it were, nobody could hand it over
            once you are gone.
          </p>
        </>
      ),
    },
    {
      question: 'Do my files stay as they are?',
      answer: (
        <p>
          Yes, byte for byte, and we compare them again when they are delivered. That also means that a photo
          keeps the date and the place that the camera may have written into it. The smaller copies that we
          show on pages contain neither.
        </p>
      ),
    },
    {
      question: 'Do you show advertising, or follow what I do?',
      answer: (
        <p>
          No. There is no advertising, nothing is sold, no other company watches you on our pages, and our
          emails do not report when they are read.
        </p>
      ),
    },
    {
      question: 'Can I take everything with me, or have it erased?',
      answer: (
        <p>
          Both, in the settings of your account. The export is one file with all originals and a page that
          opens without us. If you delete your account, deliveries stop at once; within 14 days you can still
          restore it, and then it is erased, all but what you let people keep who have received it already.
        </p>
      ),
    },
    {
      question: 'Why was I signed out?',
      answer: (
        <p>
          After 20 minutes without activity we sign you out, in case somebody else comes to your device. We
          warn you 2 minutes before, and what you were writing is kept.
        </p>
      ),
    },
  ],
};
