import {
  acceptedFormats,
  letterMaxCharacters,
  memoryFileMaxBytes,
} from '../../../shared/memories/memory-limits.ts';
import { plans } from '../../../shared/plans.ts';
import type { FaqSection } from './faq-section.ts';

const fileMegabytes = memoryFileMaxBytes / 1024 / 1024;

export const general: FaqSection = {
  id: 'general',
  title: 'General',
  questions: [
    {
      question: 'What is Long After?',
      answer: (
        <p>
          A place to leave letters, photos, films and recordings for people you choose. We keep them safe and
          deliver each one on the day that you set, or after your death.
        </p>
      ),
    },
    {
      question: 'Who can use it?',
      answer: (
        <p>
          Anybody who is at least 18 years old can have an account. The people you write to can be of any age.
        </p>
      ),
    },
    {
      question: 'Do the people I write to need an account?',
      answer: <p>No, never. Each of them gets a link of their own, and it opens what you left for them.</p>,
    },
    {
      question: 'What can I leave?',
      answer: (
        <>
          <ul>
            <li>Letters of up to {letterMaxCharacters.toLocaleString('en-US')} characters</li>
            <li>Photos ({listFormats(acceptedFormats.photo)})</li>
            <li>Videos ({listFormats(acceptedFormats.video)})</li>
            <li>Audio ({listFormats(acceptedFormats.audio)})</li>
          </ul>
          <p>
            A file can have up to {fileMegabytes} MB. With {plans.premium.name} you can also leave up to{' '}
            {plans.premium.physicalItems} physical items.
          </p>
        </>
      ),
    },
    {
      question: 'I do not know where to begin. Is there help?',
      answer: (
        <p>
          Yes: under “Build Your Legacy” you find 50 questions about your life. You answer them one at a time,
          in any order, and come back whenever you like.
        </p>
      ),
    },
    {
      question: 'Can I change my mind?',
      answer: (
        <p>
          Until a delivery begins you can change its day, its recipients and the memory itself, or take it
          back. Deleting a memory also stops its deliveries. Somebody who already has the link then reads that
          it was withdrawn.
        </p>
      ),
    },
  ],
};

function listFormats(formats: Readonly<Record<string, unknown>>): string {
  return Object.keys(formats).join(', ');
}
