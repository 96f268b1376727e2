import { expect, test } from 'vitest';
import { ERROR_MAP, problemResponse, toProblem } from './error-map.ts';
import { AppError, isTransientDatabaseError, RetryableError } from './errors.ts';

test('every error keeps its cause', () => {
  const cause = new Error('socket hang up');
  expect(new RetryableError('later', { cause, retryAfterSeconds: 3 }).cause).toBe(cause);
  expect(new AppError('conflict', 'no', { cause }).cause).toBe(cause);
});

test('a problem says what, why and what to do, and details cannot overwrite that', async () => {
  const error = new AppError('paused', 'The automation is paused.', {
    hint: 'Resume it first.',
    details: { status: 200, automationId: 'aut_1' },
  });
  const response = problemResponse(error);
  expect(response.status).toBe(409);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toEqual({
    type: 'urn:holdfast:problem:paused',
    title: 'Paused',
    status: 409,
    code: 'paused',
    detail: 'The automation is paused.',
    hint: 'Resume it first.',
    automationId: 'aut_1',
  });
});

test('an unknown error keeps its words inside', () => {
  const problem = toProblem(new Error('password=hunter2'));
  expect(problem.status).toBe(500);
  expect(JSON.stringify(problem)).not.toContain('hunter2');
});

test('every code has a client or server status', () => {
  for (const { status } of Object.values(ERROR_MAP)) expect(status).toBeGreaterThanOrEqual(400);
});

test('a lost connection is worth another try, a wrong statement is not', () => {
  expect(isTransientDatabaseError(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isTransientDatabaseError(Object.assign(new Error('x'), { code: '40P01' }))).toBe(true);
  expect(isTransientDatabaseError(Object.assign(new Error('x'), { code: '42601' }))).toBe(false);
});
