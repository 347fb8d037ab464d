import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Parses the command line of a tool for developers. After a mistake, or `--help`, prints `usage` and exits with 2. */
export function readToolOptions<const Config extends ParseArgsConfig>(config: Config, usage: string) {
  try {
    return parseArgs(config);
  } catch {
    console.error(usage);
    process.exit(2);
  }
}
