/** Builds the web app unless the build that is there was made from these very sources. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, run } from './toolchain.mjs';

const SOURCES = [
  'app',
  'components',
  'public',
  'server',
  'next.config.ts',
  'package-lock.json',
  'postcss.config.mjs',
  'proxy.ts',
  'tsconfig.json',
];

const NOTE = path.join(ROOT, '.next/sources.sha256');

const filesBelow = (relative) => {
  const absolute = path.join(ROOT, relative);
  if (!existsSync(absolute)) return [];
  if (relative.includes('.')) return [relative];
  return readdirSync(absolute, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
};

const hashOfSources = () => {
  const hash = createHash('sha256').update(process.version);
  for (const file of SOURCES.flatMap(filesBelow).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
};

export const buildIfStale = async () => {
  const hash = hashOfSources();
  if (existsSync(NOTE) && readFileSync(NOTE, 'utf8') === hash) return true;
  console.log('Building the web app …');
  rmSync(NOTE, { force: true });
  const built = await run('next', ['build'], { env: { NODE_ENV: 'production' } });
  if (built) writeFileSync(NOTE, hash);
  return built;
};
