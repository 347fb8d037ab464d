import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { memoryTypes } from '../../../../../../shared/memory-types.ts';
import { ThreadToTheirDay } from './thread-to-their-day.tsx';

const tag = { names: 'Maya', name: 'Maya, 4 May 2031', note: '12:00 Eastern' };

test('what lies there is what was scheduled, and only a letter folds into an envelope', () => {
  const shown = memoryTypes.map((type) => {
    const markup = renderToStaticMarkup(
      <ThreadToTheirDay memory={{ type, title: 'Cape May' }} text={undefined} sealedBy="Ruth" tag={tag} />,
    );
    const [, cover] = markup.match(/class="(photo-back|sleeve|sound-card|folding)[ "]/) ?? [];
    return [type, cover];
  });
  expect(shown).toEqual([
    ['photo', 'photo-back'],
    ['video', 'sleeve'],
    ['audio', 'sound-card'],
    ['letter', 'folding'],
  ]);
});
