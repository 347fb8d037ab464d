/** Tells the person at the terminal how far a long command has got. */
export interface Progress {
  /** Prints a permanent line. */
  say(text: string): void;
  /** Replaces the previous report. */
  report(text: string): void;
  /** Returns a function that reports files by number and size as they pass through it. The size of all is not known beforehand. */
  files(total: { count: number }): (bytes: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;
  end(): void;
}

const onTerminalMilliseconds = 200;
const elsewhereMilliseconds = 10_000;

/** On a terminal, one line that changes; elsewhere, such as in a log, a line every ten seconds. */
function showProgress(output: NodeJS.WriteStream): Progress {
  const isTerminal = output.isTTY === true;
  let latest = '';
  let shown = '';
  const show = () => {
    if (latest === shown) return;
    shown = latest;
    output.write(isTerminal ? `\r\x1b[2K${latest}` : `${latest}\n`);
  };
  const clear = () => {
    if (isTerminal && shown) output.write('\r\x1b[2K');
  };
  const timer = setInterval(show, isTerminal ? onTerminalMilliseconds : elsewhereMilliseconds);
  const report = (text: string) => {
    latest = text;
  };
  return {
    say(text) {
      clear();
      output.write(`${text}\n`);
    },
    report,
    files: (total) => countFiles(total, report),
    end() {
      clearInterval(timer);
      clear();
    },
  };
}

function countFiles(total: { count: number }, report: Progress['report']) {
  const grouped = (count: number) => count.toLocaleString('en');
  let files = 0;
  let sizeBytes = 0;
  return async function* (bytes: AsyncIterable<Buffer>) {
    files += 1;
    for await (const piece of bytes) {
      sizeBytes += piece.length;
      report(
        `files: ${grouped(files)} of ${grouped(total.count)}, ${grouped(Math.round(sizeBytes / 1e6))} MB`,
      );
      yield piece;
    }
  };
}

export async function withProgress<T>(work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = showProgress(process.stdout);
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}
