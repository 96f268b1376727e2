/**
 * What every command of the repository needs first: packages, Node 24, the generated client.
 * Plain JavaScript for Node 20, because it runs before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const MODULES = path.join(ROOT, 'node_modules');
const BIN = path.join(MODULES, '.bin');
const IS_WINDOWS = process.platform === 'win32';

/** Native type stripping, as we use it, is on by default from 22.18 on; we run on 24. */
const NODE_MAJOR = 24;

/**
 * Prisma's schema engine is a download that we do not need: the client is TypeScript, and our own
 * runner migrates. Naming any program in its place keeps installs and `generate` offline.
 */
const ENVIRONMENT = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
};

export const environment = (extra = {}) => ({
  ...process.env,
  ...ENVIRONMENT,
  PATH: `${BIN}${path.delimiter}${process.env.PATH ?? ''}`,
  ...extra,
});

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** npm writes its own lock into node_modules last: absent after an install that was cut short. */
const isInstalled = () => {
  const installed = path.join(MODULES, '.package-lock.json');
  if (!existsSync(installed)) return false;
  const have = readJson(installed).packages;
  const wanted = readJson(path.join(ROOT, 'package-lock.json')).packages;
  return Object.entries(wanted).every(
    ([name, { version, optional, devOptional }]) =>
      name === '' || optional || devOptional || have[name]?.version === version,
  );
};

export const installIfNeeded = () => {
  if (isInstalled()) return;
  console.log('Installing packages (npm ci) …');
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: ROOT,
      env: environment(),
      stdio: 'inherit',
      shell: IS_WINDOWS,
    },
  );
  if (status !== 0) {
    console.error('npm ci failed; see above.');
    process.exit(1);
  }
};

/** The Node that comes as a package, else our own when it is new enough. */
const node24 = () => {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  const packaged = path.join(BIN, IS_WINDOWS ? 'node.cmd' : 'node');
  if (existsSync(packaged)) return packaged;
  console.error(
    `Holdfast runs on Node ${NODE_MAJOR}; this is ${process.version}, and no packaged Node exists ` +
      `for ${process.platform} ${process.arch}. Please install Node ${NODE_MAJOR}.`,
  );
  return process.exit(1);
};

/** Starts this same script again under Node 24 and ends with its answer; returns if we are there. */
export const continueUnderNode24 = async () => {
  const node = node24();
  if (node === process.execPath) return;
  const child = spawn(node, process.argv.slice(1), {
    cwd: ROOT,
    env: environment(),
    // The channel tells the child when we are gone, also when nobody asked us.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    shell: IS_WINDOWS,
  });
  // The terminal sends Ctrl-C to the child as well; we only have to outlive it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code, signal] = await new Promise((resolve) => {
    child.once('exit', (...answer) => resolve(answer));
  });
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
};

/** Runs a program from node_modules/.bin (or the PATH); resolves to whether it succeeded. */
export const run = async (file, args, { env = {}, quiet = false } = {}) => {
  const child = spawn(file, args, {
    cwd: ROOT,
    env: environment(env),
    stdio: quiet ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'inherit', 'inherit'],
    shell: IS_WINDOWS,
  });
  const forward = (signal) => () => child.kill(signal);
  const onInt = forward('SIGINT');
  const onTerm = forward('SIGTERM');
  process.on('SIGINT', onInt);
  process.on('SIGTERM', onTerm);
  try {
    return await new Promise((resolve) => {
      child.once('error', (error) => {
        console.error(`${file}: ${error.message}`);
        resolve(false);
      });
      child.once('exit', (code) => resolve(code === 0));
    });
  } finally {
    process.off('SIGINT', onInt);
    process.off('SIGTERM', onTerm);
  }
};

/** Generates the Prisma client unless the one that is there was made from this very schema. */
export const generateClient = async () => {
  const hash = createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'prisma/schema.prisma')))
    .update(readJson(path.join(MODULES, 'prisma/package.json')).version)
    .digest('hex');
  const folder = path.join(ROOT, 'server/generated');
  const note = path.join(folder, '.schema-hash');
  const current =
    existsSync(path.join(folder, 'prisma/client.ts')) &&
    existsSync(note) &&
    readFileSync(note, 'utf8') === hash;
  if (current) return;
  const done = await run('prisma', ['generate'], { quiet: true });
  if (!done) {
    console.error('The Prisma client could not be generated.');
    process.exit(1);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(note, hash);
};

/** Packages, Node 24, generated client: after this, TypeScript of ours can be imported. */
export const prepare = async () => {
  installIfNeeded();
  await continueUnderNode24();
  await generateClient();
};
