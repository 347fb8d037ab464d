import { Children } from 'react';

/** A text in which no line ends within a date such as '4 May 2031' or '4 May'. */
export function DatedText({ children }: { children: string }) {
  return Children.map(children.split(/((?<![:\d])\d{1,2} [A-Z][a-z]{2,8}(?: \d{4})?)/), (part, place) =>
    place % 2 === 0 ? part : <span className="whitespace-nowrap">{part}</span>,
  );
}
