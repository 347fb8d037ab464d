import { describe, expect, test } from 'vitest';
import type { Preview } from '../../../../../shared/delivery/previews.ts';
import { startTestApp } from '../../../../../test/app.ts';
import { checkMemory } from '../../../../../test/check-memory.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
} from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';

const testApp = await startTestApp();

async function letterOfRuth() {
  const owner = await createPerson(testApp);
  const maya = await createRecipient(owner, { ownerRelationship: 'mother' });
  const letter = await createLetter(owner, { title: 'For your thirtieth' });
  const preview = (query = '') => owner.request({ url: `/api/memories/${letter.id}/preview${query}` });
  return { owner, maya, letter, preview };
}

describe('GET /api/memories/:id/preview', () => {
  test('200: the message, the closed page and the letter, as the recipient will see them; nothing is sent', async () => {
    const { maya, letter, preview } = await letterOfRuth();
    const shown = (await preview(`?recipientId=${maya.id}`)).json<Preview>();
    expect(shown.message).toEqual({
      channel: 'email',
      from: 'Ruth Alvarez',
      to: maya.email,
      subject: 'Ruth left a letter for you',
      paragraphs: [
        'Dear Maya,',
        expect.stringContaining(
          'Ruth wrote you a letter, and asked us to bring it to you on the chosen day.',
        ),
        'It is closed. Open it when you have a quiet minute.',
      ],
      action: 'Go to the letter',
      footer: [
        expect.stringContaining('They go to Ruth and to nobody else.'),
        expect.stringContaining('Long After keeps words and memories'),
        'You are not Maya, or would rather get nothing more? Tell us here',
        expect.stringContaining('Type localhost into your browser'),
        expect.stringContaining('If you need help'),
      ],
    });
    expect(JSON.stringify(shown.message)).not.toMatch(/https?:|invalid/);
    expect(shown.cover).toMatchObject({
      ownerFirstName: 'Ruth',
      ownerRelationship: 'mother',
      recipientFirstName: 'Maya',
      memories: [{ type: 'letter', durationSeconds: null }],
      openedAt: null,
    });
    expect(JSON.stringify(shown.cover)).not.toContain('thirtieth');
    expect(shown.received).toMatchObject({
      ownerName: 'Ruth Alvarez',
      memories: [{ id: letter.id, title: 'For your thirtieth', content: letter.content }],
    });
    expect(await mailTo(testApp.services, maya.email ?? '')).toEqual([]);
  });

  test('200: for what comes after the death, the first message after it; a trusted contact hears of it before', async () => {
    const { owner, letter, preview } = await letterOfRuth();
    await checkMemory(testApp.services, { memoryId: letter.id, revision: 1 });
    const knownBy = 'The key is still under the frog.';
    const leo = await createRecipient(owner, { firstName: 'Leo', ownerRelationship: 'mother', knownBy });
    const ines = await createRecipient(owner, { firstName: 'Inés', trustedContact: true });
    const deliveryDate = testApp.clock.now().toISOString();
    const recipientIds = [leo.id, ines.id];
    await createSchedule(owner, {
      memoryId: letter.id,
      deliveryType: 'on_death',
      deliveryDate,
      recipientIds,
    });
    const { message } = (await preview(`?recipientId=${leo.id}`)).json<Preview>();
    expect(message).toMatchObject({
      from: 'Long After, for Ruth Alvarez',
      subject: 'About your mother, Ruth',
      action: 'Go to Ruth’s page',
    });
    expect(message.paragraphs).toEqual([
      'Dear Leo,',
      expect.stringContaining('Your mother, Ruth, has died. We are sorry.'),
      expect.stringContaining('Ruth left a letter with us for you, to be kept for this time.'),
      'So that you know it is from Ruth, here is a line that Ruth asked us to add:',
      knownBy,
    ]);
    expect(message.footer[0]).toContain('Nothing opens or plays until you ask it to.');
    const toInes = (await preview(`?recipientId=${ines.id}`)).json<Preview>().message;
    expect(toInes.subject).toBe('A letter that Ruth Alvarez kept for you');
    expect(toInes.paragraphs.join(' ')).not.toContain('has died');
  });

  test('200: a text message where there is a phone and no email', async () => {
    const { owner, preview } = await letterOfRuth();
    const leo = await createRecipient(owner, { firstName: 'Leo', email: '', phone: '+1 602 555 0134' });
    const { message } = (await preview(`?recipientId=${leo.id}`)).json<Preview>();
    expect(message).toMatchObject({ channel: 'text', to: leo.phone, subject: null });
    expect(message.paragraphs[0]).toContain('Ruth Alvarez wrote you a letter, and asked us');
  });

  test('200: without a recipient, as anybody will see it', async () => {
    const { preview } = await letterOfRuth();
    const { message, cover } = (await preview()).json<Preview>();
    expect(message).toMatchObject({ to: null, subject: 'Ruth left a letter for you' });
    expect(cover).toMatchObject({ ownerRelationship: null, recipientFirstName: '' });
  });

  test('200: the book of the journal, with a letter that carries it and with no other', async () => {
    const { owner, letter, preview } = await letterOfRuth();
    const payload = { questionIndex: 0, answer: 'The harbour.' };
    await owner.request({ method: 'POST', url: '/api/legacy-answers', payload });
    const book = async () => (await preview()).json<Preview>().received.memories[0]?.downloadUrl;
    expect(await book()).toBeNull();
    const change = {
      method: 'PATCH',
      url: `/api/memories/${letter.id}`,
      payload: { withJournal: true },
    } as const;
    await owner.request(change);
    expect(await book()).toBe('/api/legacy-answers/book.pdf');
  });

  test('404: a recipient of somebody else', async () => {
    const { preview } = await letterOfRuth();
    const other = await letterOfRuth();
    expect((await preview(`?recipientId=${other.maya.id}`)).statusCode).toBe(404);
  });

  test('400: a recipient that is no id', async () => {
    const { preview } = await letterOfRuth();
    expect((await preview('?recipientId=maya')).statusCode).toBe(400);
  });
});
