import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { OpenedBefore } from '../../../../../shared/delivery/received.ts';
import { OpenedRow } from './given-row.tsx';

test('what somebody wrote keeps its own direction in the list: a full stop in Hebrew is at its left', () => {
  const words = { title: 'מכתב לך.', personalMessage: 'באהבה.', reply: { text: 'תודה.' } };
  const item = { id: 'a', type: 'letter', durationSeconds: null, withdrawn: false, leftFor: null, ...words };
  const html = renderToStaticMarkup(<OpenedRow item={item as OpenedBefore} ownerFirstName="Ruth" />);
  for (const text of ['מכתב לך.', 'באהבה.', 'תודה.']) expect(html).toContain(`<bdi>${text}</bdi>`);
});
