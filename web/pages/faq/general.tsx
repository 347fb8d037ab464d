import {
  acceptedFormats,
  letterMaxCharacters,
  memoryFileMaxBytes,
} from '../../../shared/memories/memory-limits.ts';
import { plans } from '../../../shared/plans.ts';
import { givenRule } from '../page-parts.tsx';
import type { FaqSection } from './faq-section.ts';

const fileMegabytes = memoryFileMaxBytes / 1024 / 1024;

/** What people ask first. */
export const general: FaqSection = {
  id: 'general',
  title: 'General',
  questions: [
    {
      question: 'What is Long After?',
      answer: (
        <p>
          A place to leave letters, photos, videos and recordings for people you choose. We keep them safe and
          deliver each one on the day that you set, or after your death.
        </p>
      ),
    },
    {
      question: 'Who can read what I leave?',
      answer: (
        <ul>
          <li>You, always.</li>
          <li>Each recipient, once it has been delivered to them, and only what is meant for them.</li>
          <li>
            Nobody else. A program checks every file. If it is not sure, the file waits, and you see why. Our
            staff see type, size and title; should they ever have to open a file, they must give a reason,
            which is recorded and shown to you.
          </li>
        </ul>
      ),
    },
    {
      question: 'When is it sent?',
      answer: (
        <p>
          On the day and at the time that you chose; at 12:00 unless you change it. We keep your time zone
          with it, so it stays 12:00 there, whatever happens to summer time. Nothing arrives before.
        </p>
      ),
    },
    {
      question: 'What if I die before that day?',
      answer: <p>Whatever you set for a day arrives on that day, whether you are alive or not.</p>,
    },
    {
      question: 'What if I change my mind?',
      answer: (
        <>
          <p>
            Until a delivery begins you can change its day, its recipients and the memory itself, or cancel
            it.
          </p>
          <p>{givenRule}</p>
        </>
      ),
    },
    {
      question: 'Do the people I write to need an account?',
      answer: <p>No, never. Each of them gets a link of their own, and it opens what you left for them.</p>,
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
            A file can have up to {fileMegabytes} MB. With {plans.premium.name} you can also leave up to
            {plans.premium.physicalItems} physical items.
          </p>
        </>
      ),
    },
    {
      question: 'I do not know where to begin. Is there help?',
      answer: (
        <p>
          Yes: under “Build Your Legacy” you will find 50 questions about your life. You answer them one at a
          time, in any order, and come back whenever you like.
        </p>
      ),
    },
  ],
};

function listFormats(formats: Readonly<Record<string, unknown>>): string {
  return Object.keys(formats).join(', ');
}
