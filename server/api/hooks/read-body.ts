import { AppError } from '#server/platform/errors.ts';
import { isShallow } from '#server/platform/storable.ts';

/** Trigger calls may have at most so many bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

const tooLarge = (limit: number): AppError =>
  new AppError('too_large', `The body is larger than ${limit} bytes.`, {
    hint: 'Send the event without its attachments, or only what the automation needs.',
  });

/**
 * The body's bytes as they came. What is too large is refused while it streams in, whatever the
 * Content-Length says, so that nobody fills the memory. Throws AppError `too_large`.
 */
export const readBody = async (
  request: Request,
  limit: number = MAX_BODY_BYTES,
): Promise<Uint8Array> => {
  if (Number(request.headers.get('content-length') ?? 0) > limit) {
    await request.body?.cancel();
    throw tooLarge(limit);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
};

const decodeJson = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new AppError('bad_request', 'The body is not JSON.', {
      hint: 'Send a JSON object, in UTF-8.',
      cause,
    });
  }
};

/** Throws AppError `bad_request` for what is not JSON in UTF-8, or is nested without end. */
export const parseJson = (body: Uint8Array): unknown => {
  const value = decodeJson(body);
  if (isShallow(value)) return value;
  throw new AppError('bad_request', 'The body is nested too deeply.');
};
