import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { envSchema, readEnv } from './env.ts';
import { loadSecrets } from './secrets.ts';

describe('the environment', () => {
  test('needs nothing: every variable has a default', () => {
    const env = readEnv({});
    expect(env).toMatchObject({ PORT: 3000, appUrl: 'http://localhost:3000', LOG_LEVEL: 'info' });
    expect(path.isAbsolute(env.dataDir)).toBe(true);
  });

  test('takes an empty variable as not set', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '' }).DATABASE_URL).toBeUndefined();
  });

  test('says everything that is wrong, by name', () => {
    expect(() => readEnv({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(
      /PORT[\s\S]*LOG_LEVEL|LOG_LEVEL[\s\S]*PORT/,
    );
  });

  test('leaves the sandbox off unless told: it serves without sign-in', () => {
    expect(readEnv({}).HOLDFAST_SANDBOX).toBe('off');
    expect(readEnv({}, { HOLDFAST_SANDBOX: 'on' }).HOLDFAST_SANDBOX).toBe('on');
    const told = readEnv({ HOLDFAST_SANDBOX: 'off' }, { HOLDFAST_SANDBOX: 'on' });
    expect(told.HOLDFAST_SANDBOX).toBe('off');
  });

  test('is described in the README, with every default', () => {
    const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8');
    const rows = new Map(
      [...readme.matchAll(/^\| `([A-Z_]+)` \| (.*?) \| (.*) \|$/gm)].map(
        ([, name, fallback, meaning]) => [name, { fallback, meaning }],
      ),
    );
    const fixed = { NODE_ENV: 'production', HOLDFAST_SUPERVISED: '' };
    for (const [name, schema] of Object.entries(envSchema.shape)) {
      if (name in fixed) continue;
      const fallback = z.safeParse(schema, undefined).data;
      expect(rows.get(name), name).toEqual({
        fallback: fallback === undefined || fallback === false ? '' : `\`${String(fallback)}\``,
        meaning: schema.description,
      });
    }
  });

  test('describes every variable', () => {
    for (const [name, schema] of Object.entries(envSchema.shape)) {
      expect(schema.description, name).toBeTruthy();
    }
  });
});

describe('secrets', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'holdfast-secrets-'));
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  test('are made once, kept for the owner only, and given way to variables', () => {
    const env = readEnv({ HOLDFAST_DATA_DIR: dir });
    const first = loadSecrets(env);
    expect(loadSecrets(env)).toEqual(first);
    expect(statSync(path.join(dir, 'secrets.json')).mode & 0o077).toBe(0);
    expect(readFileSync(path.join(dir, 'api-key'), 'utf8').trim()).toBe(first.apiKey);
    const set = readEnv({ HOLDFAST_DATA_DIR: dir, HOLDFAST_AUTH_SECRET: 'chosen-by-the-operator' });
    expect(loadSecrets(set).authSecret).toBe('chosen-by-the-operator');
  });
});
