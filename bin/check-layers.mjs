/**
 * The arrows between folders, and the proof that somebody looks: a checker that understands no
 * TypeScript finds nothing and is content. So it must find the planted violation, and must have
 * seen every source file of the repository.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import config from '../.config/dependency-cruiser.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDERS = ['app', 'bin', 'components', 'e2e', 'server', 'workers'];

const sourceFiles = () =>
  FOLDERS.filter((folder) => existsSync(path.join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('server/generated/'));

const look = async (folders, baseDir) => {
  const { cache: _cache, ...options } = config.options;
  const { output } = await cruise(
    folders,
    { ...options, baseDir, validate: true, ruleSet: { forbidden: config.forbidden } },
    { bustTheCache: true },
    { tsConfig: extractTSConfig(path.join(ROOT, 'tsconfig.json')) },
  );
  return output;
};

const fail = (lines) => {
  console.error(lines.join('\n'));
  process.exit(1);
};

const planted = await look(['server'], path.join(ROOT, '.config/planted'));
const found = new Set(planted.summary.violations.map(({ rule }) => rule.name));
if (!found.has('engine-is-pure')) {
  fail(['The planted violation in .config/planted was not found: the layers are not checked.']);
}

const files = sourceFiles();
const present = FOLDERS.filter((folder) => files.some((file) => file.startsWith(`${folder}/`)));
const result = await look(present, ROOT);
const seen = new Set(result.modules.map(({ source }) => source));
const missed = files.filter((file) => !seen.has(file));
if (missed.length > 0) fail(['The layer check did not see these files:', ...missed]);

const { violations } = result.summary;
if (violations.length > 0) {
  fail([
    ...violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    `${violations.length} forbidden imports.`,
  ]);
}
console.log(
  `Layers hold: ${seen.size} modules, ${result.summary.totalDependenciesCruised} imports.`,
);
