import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../server/platform/config.ts';

const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
const withEverySetting = parseEnv(example.replaceAll(/^# ([A-Z][A-Z0-9_]*=)/gm, '$1'));

/** The names in the schema of environment.ts, read from its source. */
function settingsRead(): string[] {
  const source = readFileSync(new URL('../server/platform/environment.ts', import.meta.url), 'utf8');
  return [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map((match) => String(match[1]));
}

test('.env.example explains every setting the server reads, and no other', () => {
  expect(Object.keys(withEverySetting).sort()).toEqual(settingsRead().sort());
});

test('.env.example shows the defaults: taking away each # changes nothing', () => {
  expect(parseEnv(example)).toEqual({});
  expect(readConfig(withEverySetting)).toEqual(readConfig({}));
});
