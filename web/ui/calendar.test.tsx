import { parseDate } from '@internationalized/date';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Calendar } from './calendar.tsx';
import { TimeField } from './time-field.tsx';

test.each(['2031-05-03', '2031-05-04', '2031-05-05'])(
  'today is the day that it is given, in no matter what zone the device is: %s',
  (today) => {
    const page = renderToStaticMarkup(
      <Calendar
        label="Day"
        value={null}
        minDate={parseDate('2026-01-01')}
        today={parseDate(today)}
        onChange={() => undefined}
      />,
    );
    const marked = page.match(/<button[^>]*aria-current="date"[^>]*>/g) ?? [];
    expect(marked).toHaveLength(1);
    expect(marked[0]).toMatch(/aria-label="Today, \w+, [345] May 2031"/);
    expect(page.match(/aria-label="Today/g)).toHaveLength(1);
  },
);

test('a time is shown in 24 hours, whatever the device prefers', () => {
  const page = renderToStaticMarkup(<TimeField label="Time" value="15:05" onChange={() => undefined} />);
  const segments = [...page.matchAll(/role="spinbutton"[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(segments).toEqual(['15', '05']);
});

test('the label of a time names its parts, and is not said once more by itself', () => {
  const page = renderToStaticMarkup(<TimeField label="Time" value="15:05" onChange={() => undefined} />);
  const [, id] = page.match(/<span[^>]* id="([^"]+)" aria-hidden="true">Time</) ?? [];
  expect(page).toMatch(new RegExp(`aria-labelledby="${id}"[^>]* role="group"`));
});
