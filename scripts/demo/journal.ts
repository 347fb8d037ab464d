/** Ruth's answers in her journal, by the position of the question. */
import type { Session } from './http.ts';

const answers: readonly [questionIndex: number, answer: string][] = [
  [
    0,
    'The lamp on the end of the dock, which my father painted green one spring so that he could tell it from the others. It went out in the storm of the year I was nine, and I could not sleep until somebody had rowed out and lit it. I still look for it.',
  ],
  [
    1,
    'Fennel, and wet wool on the stove door. If it rains and somebody makes soup I am seven, and I am in the way.',
  ],
  [
    6,
    'That the sea would come up the stairs. My aunt Pilar told me that it had never once learned to climb, and that it was too old to begin.\n\nShe said it as if she had asked.',
  ],
  [
    7,
    'My mother-in-law, by never laughing herself. She would tell you how the priest fell in the harbour, with every detail of his coat, and wait.',
  ],
  [
    9,
    'How we lost the house in Wildwood over a hand of cards, and how my grandmother won it back the next evening, sewing. I have told each of you a half of it. Put them together.',
  ],
  [14, 'He fixed my bicycle and did not tell me what had been wrong with it.'],
  [
    21,
    'Eleven dollars, for gutting fish. A pair of red shoes, which I was not allowed to wear to church, and wore.',
  ],
];

/** Only some of the fifty, as with most people. */
export async function answerSomeQuestions(session: Session): Promise<void> {
  for (const [questionIndex, answer] of answers) await session.answer(questionIndex, answer);
}
