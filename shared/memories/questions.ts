// The fifty questions of the legacy journal. Answers are stored by a question's position: never insert or move one.

export const answerMaxCharacters = 2_000;

interface LegacyTheme {
  key: string;
  title: string;
  questions: readonly string[];
}

export const legacyThemes: readonly LegacyTheme[] = [
  {
    key: 'childhood',
    title: 'Childhood',
    questions: [
      'What could you see from the window of the room you slept in as a child?',
      'Which smell takes you straight back to the kitchen you grew up in?',
      'Where did you hide when you did not want to be found?',
      'What did you get away with, and who never knew?',
      'What could you buy with the money in your pocket when you were ten?',
      'Which grown-up took you seriously before anyone else did?',
      'What were you afraid of at night, and what made it go away?',
    ],
  },
  {
    key: 'family',
    title: 'Family',
    questions: [
      'Who in your family could make everyone laugh, and how did they do it?',
      'What did the people who raised you say so often that you can still hear it?',
      'Which family story will be lost unless you write it down?',
      'What did your hands learn from someone older: a dish, a knot, a stitch?',
      'Which quarrel in the family are you glad is over, or wish were?',
      'What do you do just as your parents did, although you swore you never would?',
      'Which thing in your home has a story that nobody would guess?',
    ],
  },
  {
    key: 'love',
    title: 'Love',
    questions: [
      'How did you know that it was love, the first time it truly was?',
      'What is the kindest thing anyone has done for you without being asked?',
      'Who do you still think of, though you have not spoken for years?',
      'Which ordinary day with someone you love would you live again, hour by hour?',
      'What did you understand about loving someone only after years of doing it?',
      'Which friend knew you best, and what did they see that others missed?',
      'What have you never said to someone you love because it seemed too plain to say?',
    ],
  },
  {
    key: 'work',
    title: 'Work',
    questions: [
      'What was your first pay, and what became of it?',
      'What have you made or mended that you are quietly proud of?',
      'Who taught you what you know, and what was the lesson behind the lesson?',
      'Which working day would you tell a grandchild about?',
      'What did you do well for years that nobody thanked you for?',
      'When did you do the right thing although it cost you something?',
      'If money had never mattered, how would you have spent your Mondays?',
    ],
  },
  {
    key: 'beliefs',
    title: 'Beliefs',
    questions: [
      'What are you sure of now that you would have argued against at thirty?',
      'Where do you go, or what do you do, when you need to be calm?',
      'What do you believe comes after this life, and how sure are you?',
      'Which rule have you lived by, and which have you broken on purpose?',
      'Whose goodness made you want to be better?',
      'When were you glad to be wrong?',
      'How much is enough, and when did you find out?',
    ],
  },
  {
    key: 'turning-points',
    title: 'Turning points',
    questions: [
      'Which small decision changed everything that came after it?',
      'What did you lose that you thought you could not live without, and how did you live?',
      'When were you braver than you felt?',
      'Which door that closed on you are you grateful for now?',
      'What did you leave behind when you moved on, and what did you take with you?',
      'Which hard year would you not have missed?',
      'Who came along at exactly the right time?',
    ],
  },
  {
    key: 'wishes',
    title: 'Wishes',
    questions: [
      'Which everyday thing do you hope to do many more times?',
      'Whom would you like to thank, and for what exactly?',
      'What would you like to be forgiven for, and what have you forgiven?',
      'What should the people you love stop worrying about?',
      'Which recipe, song or joke of yours must not be lost? Write it out in full.',
      'What should someone do on a day when they miss you badly?',
      'What do you wish for the youngest person you know, when they are as old as you are now?',
      'If you could leave one sentence for whoever needs it, what would it say?',
    ],
  },
];

export interface LegacyQuestion {
  /** From 0. */
  index: number;
  theme: LegacyTheme;
  text: string;
}

export const legacyQuestions: readonly LegacyQuestion[] = legacyThemes
  .flatMap((theme) => theme.questions.map((text) => ({ theme, text })))
  .map((question, index) => ({ index, ...question }));
