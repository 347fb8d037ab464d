import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A project with the given files in its own folder, removed after the test. Returns its root. */
export function projectOf(files: Record<string, string | Buffer>): string {
  const root = mkdtempSync(join(tmpdir(), 'long-after-check-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) writeProjectFile(root, path, content);
  return root;
}

/** Writes one of its files, and creates the folders if needed. */
export function writeProjectFile(root: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}
