import { createUseMarks } from '../../../../../lib/in-use.ts';

/** Recordings that are being made or reviewed in some tab, and so are not offered as unsent. */
const { mark, findUsed } = createUseMarks('recording:');

export const markRecordingInUse = mark;
export const findRecordingsInUse = findUsed;
