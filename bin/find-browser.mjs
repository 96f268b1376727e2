/**
 * A Chromium to test with: Playwright's own, else the system's, else one that we install. Resolves
 * to a path, or to undefined when there is none.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { environment, ROOT, run } from './toolchain.mjs';

const SYSTEM_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const SYSTEM_PATHS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

const playwrights = () => {
  const file = chromium.executablePath();
  return file !== '' && existsSync(file) ? file : undefined;
};

const onPath = (name) => {
  const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

const systems = () =>
  SYSTEM_NAMES.map(onPath).find(Boolean) ?? SYSTEM_PATHS.find((file) => existsSync(file));

const installPlaywrights = async () => {
  console.log('No browser found; asking Playwright for one …');
  const { status } = spawnSync('playwright', ['install', 'chromium'], {
    cwd: ROOT,
    env: environment({ PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '' }),
    stdio: 'inherit',
    timeout: 300_000,
  });
  return status === 0;
};

const installDebians = async () => {
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) return false;
  console.log('Installing Debian’s Chromium …');
  await run('apt-get', ['update', '-qq'], { quiet: true });
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
};

export const findBrowser = async () => {
  const there = process.env.HOLDFAST_BROWSER ?? playwrights() ?? systems();
  if (there !== undefined) return there;
  if (await installPlaywrights()) return playwrights();
  return (await installDebians()) ? systems() : undefined;
};
