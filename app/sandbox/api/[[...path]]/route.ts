import { AppError } from '#server/platform/errors.ts';
import { problemResponse } from '#server/platform/error-map.ts';
import { sandboxContext } from '#server/sandbox/context.ts';
import { sandboxJsonApi } from '#server/sandbox/json-api.ts';

export const dynamic = 'force-dynamic';

const handle = async (request: Request): Promise<Response> => {
  const context = sandboxContext();
  return context === null
    ? problemResponse(new AppError('not_found', 'The sandbox is switched off.'))
    : sandboxJsonApi(context).fetch(request);
};

export { handle as DELETE, handle as GET, handle as POST, handle as PUT };
