/** What can be checked without running anything, cheapest first. Each is one program. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT, run } from './toolchain.mjs';

/** oxlint is given folders, never `.`: a path of its own choice would skip what git ignores. */
const folders = ['app', 'bin', 'components', 'e2e', 'server', 'workers', '.config'].filter((name) =>
  existsSync(path.join(ROOT, name)),
);

const CHECKS = [
  ['Format', 'biome', ['format', '--config-path=.config/biome.format.json']],
  ['Lint', 'oxlint', ['-c', '.config/oxlint.json', '--deny-warnings', ...folders]],
  ['Route types', 'next', ['typegen']],
  ['Types', 'tsc', ['-p', '.']],
  ['Layers', 'node', ['bin/check-layers.mjs']],
  ['Dead code', 'knip', ['--config', '.config/knip.json', '--no-progress']],
];

/** Runs every check, also after one has failed: one look shows all there is to mend. */
export const runChecks = async () => {
  const failed = [];
  for (const [name, file, args] of CHECKS) {
    if (name === 'Route types' && !existsSync(path.join(ROOT, 'app'))) continue;
    console.log(`— ${name}`);
    if (!(await run(file, args))) failed.push(name);
  }
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
  return failed.length === 0;
};
