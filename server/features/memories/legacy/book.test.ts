import { beforeAll, describe, expect, test } from 'vitest';
import { legacyQuestions, legacyThemes } from '../../../../shared/memories/questions.ts';
import { createTestClock, startTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, type Person } from '../../../../test/factories.ts';
import { readPdf } from '../../../../test/pdf.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ clock: createTestClock('2026-11-20T12:00:00Z') });
});

const url = '/api/legacy-answers/book.pdf';
const textOf = (questionIndex: number) => legacyQuestions[questionIndex]?.text ?? '';

async function save(person: Person, questionIndex: number, answer: string): Promise<void> {
  const payload = { questionIndex, question: textOf(questionIndex), answer };
  const { statusCode } = await person.request({ method: 'POST', url: '/api/legacy-answers', payload });
  expect([200, 201]).toContain(statusCode);
}

async function readBook(person: Person) {
  const answer = await person.request({ method: 'GET', url });
  expect(answer.statusCode).toBe(200);
  return readPdf(answer.rawPayload);
}

/** The text regardless of line breaks. */
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('GET /api/legacy-answers/book.pdf', () => {
  test('401: without a session', async () => {
    expect((await testApp.app.inject({ method: 'GET', url })).statusCode).toBe(401);
  });

  test('409: there is no answer yet', async () => {
    const answer = await (await createPerson(testApp)).request({ method: 'GET', url });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe(
      'Your book begins with your first answer. Please answer a question first.',
    );
  });

  test('200: title, imprint, contents, and the answers under their questions and themes', async () => {
    const person = await createPerson(testApp, { firstName: 'Ruth', lastName: 'Alvarez' });
    await save(person, 7, 'Uncle Leo, with a napkin.');
    await save(person, 0, 'The harbour, and one yellow crane.');
    const answer = await person.request({ method: 'GET', url });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="In my own words.pdf"',
    });
    const { pages } = readPdf(answer.rawPayload);
    expect(pages.map(flat)).toEqual([
      'Ruth Alvarez In my own words 2026',
      'Ruth Alvarez was asked 50 questions and answered 2 of them. Printed from Long After on 20 November 2026.',
      `Contents Childhood 4 ${textOf(0)} 4 Family 5 ${textOf(7)} 5 3`,
      `Childhood ${textOf(0)} The harbour, and one yellow crane. 4`,
      `Family ${textOf(7)} Uncle Leo, with a napkin. 5`,
    ]);
  });

  test('200: every page number in the contents is right', async () => {
    const person = await createPerson(testApp);
    const long = 'The harbour, and one yellow crane that never moved. '.repeat(38).trim();
    for (const { index } of legacyQuestions)
      await save(person, index, index % 3 === 0 ? long : 'Bread and rain.');
    const pages = (await readBook(person)).pages.map(flat);
    expect(pages[1]).toContain('answered every one');
    const firstChapter = pages.findIndex((page) => page.startsWith('Childhood'));
    const contents = pages.slice(2, firstChapter).join(' ');
    for (const text of [
      ...legacyThemes.map(({ title }) => title),
      ...legacyQuestions.map((each) => each.text),
    ]) {
      const number = Number(contents.split(`${text} `)[1]?.match(/^\d+/)?.[0]);
      expect(number, text).toBeGreaterThan(firstChapter);
      expect(pages[number - 1], text).toContain(text);
      expect(pages[number - 1]).toMatch(new RegExp(` ${number}$`));
    }
  });

  test("200: nobody else's answers are in it", async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp, { firstName: 'Leo' })];
    await save(person, 0, 'Mine.');
    await save(other, 0, 'Theirs.');
    await save(other, 1, 'Theirs too.');
    const { pages, source } = await readBook(person);
    const text = pages.join(' ');
    expect(text).toContain('Mine.');
    expect(text).not.toContain('Theirs');
    expect(source).not.toContain(other.user.email);
  });

  test('200: any script is typeset, even a character for which the typeface has no shaping rules', async () => {
    const person = await createPerson(testApp, { firstName: 'Рут', lastName: 'Ødegård' });
    const said = ['Хлеб — всему голова.', '祖母は言いました', '할머니', 'ทะเล', 'Ça va', 'ᏣᎳᎩ', '😊'];
    await save(person, 48, said.join('\n'));
    const { pages } = await readBook(person);
    expect(pages[0]).toContain('Рут');
    for (const text of said) expect(pages.join('\n').replaceAll('\n', '')).toContain(text);
    expect(pages.join('')).not.toContain('\ufffd');
  });

  test('security 59: 200: PDF syntax in an answer is only text', async () => {
    const person = await createPerson(testApp);
    const nasty = ') Tj ET endstream endobj /JavaScript (app.alert(1)) << /S /URI >>';
    await save(person, 0, nasty);
    const { pages, source } = await readBook(person);
    expect(flat(pages.join(' '))).toContain(nasty);
    expect(source).not.toContain('/JavaScript');
    expect(source).not.toContain('/URI');
  });
});
