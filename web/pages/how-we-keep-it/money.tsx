import { plans } from '../../../shared/plans.ts';
import { Thread } from '../../ui/thread.tsx';
import { LineLink, type Part, Text } from './part.tsx';

const phases = [
  { title: 'Paid', text: 'Everything goes out on its day.', look: 'border-solid' },
  {
    title: 'Three months',
    text: 'What is due waits. Once the months are paid, it goes.',
    look: 'border-dashed',
  },
  {
    title: 'After that',
    text: 'It can still be paid. We no longer guarantee delivery.',
    look: 'border-transparent',
  },
] as const;

export const unpaid: Part = {
  id: 'paying',
  title: 'If you stop paying',
  own: { href: '/settings?tab=account', label: 'Your plan and payments' },
  isLoose: true,
  body: (
    <>
      <div>
        <div aria-hidden="true" className="flex h-10 max-lg:hidden">
          <Thread
            path="M2 20 C 60 8, 130 32, 200 20"
            viewBox="0 0 200 40"
            isStretched
            drawn="none"
            className="h-10 w-1/3"
          />
          <Thread
            path="M0 20 C 70 6, 130 34, 200 20"
            viewBox="0 0 200 40"
            isStretched
            isDotted
            drawn="none"
            className="h-10 w-1/3"
          />
        </div>
        <ol className="grid gap-4 lg:mt-1 lg:grid-cols-3 lg:gap-5">
          {phases.map(({ title, text, look }) => (
            <li key={title} className={`border-thread max-lg:border-l-[1.5px] max-lg:pl-5 ${look}`}>
              <h3 className="font-serif text-[1.3125rem] leading-snug">{title}</h3>
              <p className="mt-1 text-small text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
      </div>
      <Text>
        You, or anybody in your family who has the link, can pay what is missing, three months at most.
        Nothing is deleted because of money: you can read and download all of it, and only cannot add more
        than {plans.free.name} holds. In the years at the lower price, the last three months must be paid
        before something goes out. {plans.free.name} is free and never waits for money.
      </Text>
      <Text>
        From a verified death on we charge nothing more, and those three months stop running. What falls due
        in the meantime goes out if you had paid up to the day you died.
      </Text>
      <LineLink href="/faq#subscriptions">All about plans that lapse</LineLink>
    </>
  ),
};
