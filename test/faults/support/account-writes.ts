import { crc32, deflateSync } from 'node:zlib';
import { v7 } from 'uuid';
import {
  beingDeleted,
  colourStep,
  lineOfAnswer,
  lineOfDraft,
  lineOfFace,
  lineOfPassword,
  lineOfSession,
  type Picture,
} from './picture.ts';
import { post, type Write, type WriteMaker } from './write-maker.ts';

// Writes to the account itself. Each touches two things, a file and a row, or two tables, so that it could be half done.

const fewQuestions = 4;
const openOrdersAtMost = 15;

const lines = (picture: Picture, start: string) => [...picture].filter((line) => line.startsWith(start));

const keepDraft: WriteMaker = (_held, picture, randomness) => {
  const kind =
    randomness.pick(['letter', 'gift-order', `legacy:${randomness.below(fewQuestions)}`]) ?? 'letter';
  const text = v7();
  return {
    without: lines(picture, lineOfDraft(kind, '')),
    adds: [lineOfDraft(kind, text)],
    call: { method: 'PUT', path: `/api/drafts/${kind}`, json: { content: { text } } },
  };
};

/** The answer, and the end of its draft. */
const answerQuestion: WriteMaker = ({ answers }, picture, randomness) => {
  const questionIndex = randomness.below(fewQuestions);
  const answer = `I remember ${v7()}`;
  const version = answers.find((each) => each.questionIndex === questionIndex)?.version ?? 0;
  return {
    without: [
      ...lines(picture, lineOfAnswer(questionIndex, '')),
      ...lines(picture, lineOfDraft(`legacy:${questionIndex}`, '')),
    ],
    adds: [lineOfAnswer(questionIndex, answer)],
    call: post('/api/legacy-answers', { json: { questionIndex, answer, version } }),
  };
};

const isOpen = (order: string) => order.endsWith(' pending');

/** The order, the page for its payment, and the end of its draft. */
const orderGift: WriteMaker = (_held, picture) => {
  if (lines(picture, 'gift for ').filter(isOpen).length >= openOrdersAtMost) return undefined;
  const recipientName = `Maya ${v7()}`;
  const json = {
    gifts: ['flowers', 'standard_frame'],
    recipientName,
    deliveryAddress: '1 Harbour Street, Springfield',
    deliveryDate: '2035-05-06',
  };
  return {
    without: lines(picture, lineOfDraft('gift-order', '')),
    adds: [`gift for ${recipientName} pending`],
    call: post('/api/gift-orders', { json }),
  };
};

/** Replaces a file and the row that names it. */
const changeFace: WriteMaker = (_held, picture, randomness) => {
  const colour = [0, 1, 2].map(() => randomness.below(8) * colourStep);
  const profilePicture = `data:image/png;base64,${onePixel(colour).toString('base64')}`;
  return {
    without: lines(picture, 'face '),
    adds: [lineOfFace(colour)],
    call: post('/api/user/profile-picture', { json: { profilePicture } }),
  };
};

/** The password, and the end of every session. */
const changePassword: WriteMaker = (_held, _picture, _chance, { password, token }) => {
  const newPassword = `Slow-Lantern-${v7()}`;
  return {
    without: [lineOfPassword(password), lineOfSession(token)],
    adds: [lineOfPassword(newPassword)],
    signsOut: { password: newPassword },
    call: post('/api/auth/change-password', { json: { currentPassword: password, newPassword } }),
  };
};

/** Everything stops, orders that have not been sent are cancelled, and every session ends. */
const deleteAccount: WriteMaker = (_held, picture, _chance, { password, token }) => {
  const orders = lines(picture, 'gift for ').filter(isOpen);
  return {
    without: [lineOfSession(token), ...orders],
    adds: [beingDeleted, ...orders.map((order) => order.replace(/pending$/, 'cancelled'))],
    signsOut: {},
    call: post('/api/user/deletion', { json: { password, confirmation: 'DELETE' } }),
  };
};

/** The only write that an account allows while it is being deleted. */
export const restoreAccount: Write = {
  without: [beingDeleted],
  call: { method: 'POST', path: '/api/user/restore' },
};

export const accountWrites: readonly WriteMaker[] = [
  keepDraft,
  keepDraft,
  answerQuestion,
  orderGift,
  changeFace,
  changePassword,
  deleteAccount,
];

/** A PNG of one pixel. */
function onePixel(colour: readonly number[]): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
    chunk('IDAT', deflateSync(Buffer.from([0, ...colour]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
