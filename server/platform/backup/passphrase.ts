import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { OperatorError } from '../errors.ts';

/** Asks at the terminal, without showing what is typed. Throws OperatorError if there is no terminal. */
export async function askPassphrase(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new OperatorError('Set BACKUP_PASSPHRASE: there is no terminal to ask for it.');
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  process.stdout.write(question);
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stdout.write('\n');
  }
}

const fewestCharacters = 12;

/** A new passphrase, typed twice. */
export async function askNewPassphrase(): Promise<string> {
  const passphrase = await askPassphrase('Passphrase of the backup: ');
  if (passphrase.length < fewestCharacters)
    throw new OperatorError(`A passphrase has at least ${fewestCharacters} characters.`);
  if ((await askPassphrase('Once more: ')) !== passphrase)
    throw new OperatorError('The two passphrases are not the same.');
  return passphrase;
}
