import { parentPort, Worker } from 'node:worker_threads';
import { AppError } from './errors.ts';

export interface ThreadLimits {
  /** A question that takes longer ends the thread and fails every waiting question. */
  answerSeconds: number;
  /** Without questions for this long, the thread ends and frees its memory. */
  idleSeconds: number;
  waitingAtMost: number;
  heapMegabytes: number;
}

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

const retryAfterSeconds = 5;
/** The first answer may take this much longer, since the script has to be loaded, perhaps on a busy machine. */
const startSeconds = 60;

/**
 * A function that runs in a thread of its own, one question at a time, so that work that takes long, perhaps by an
 * attacker's design, does not hold up other requests. The thread starts with the first question; `script` calls
 * `answerQuestions`. The function throws 503 if too many questions wait, or if the thread fails or takes too long.
 */
export function inThread<Question, Answer>(
  script: URL,
  limits: ThreadLimits,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Answer>[] = [];
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let hasAnswered = false;

  function end(cause?: unknown) {
    const failed = waiting;
    clearTimeout(timer);
    void worker?.terminate();
    worker = undefined;
    hasAnswered = false;
    waiting = [];
    for (const { reject } of failed) reject(unavailable(cause));
  }

  function expectWithin(seconds: number) {
    clearTimeout(timer);
    timer = setTimeout(() => end('took too long'), seconds * 1000).unref();
  }

  function start(): Worker {
    const started = new Worker(script, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
    });
    started.on('message', (answer: Answer) => {
      // A late message from a terminated thread answers none of the questions that are waiting now.
      if (worker !== started) return;
      hasAnswered = true;
      waiting.shift()?.resolve(answer);
      expectWithin(waiting.length > 0 ? limits.answerSeconds : limits.idleSeconds);
      // An idle thread must not keep the process from ending.
      if (waiting.length === 0) started.unref();
    });
    started.on('error', (error) => {
      if (worker === started) end(error);
    });
    return started;
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= limits.waitingAtMost) return reject(unavailable('too many wait'));
      worker ??= start();
      worker.ref();
      if (waiting.length === 0) expectWithin(limits.answerSeconds + (hasAnswered ? 0 : startSeconds));
      waiting.push({ resolve, reject });
      worker.postMessage(question);
    });
}

/** In the thread's script: answers each question. An error ends the thread. */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
): void {
  let answering: Promise<void> = Promise.resolve();
  parentPort?.on('message', (question: Question) => {
    answering = answering.then(async () => parentPort?.postMessage(await answer(question)));
  });
}

function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', 'We are very busy just now. Please try again in a moment.', {
    retryAfterSeconds,
    cause,
  });
}
