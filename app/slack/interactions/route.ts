import { appServices } from '#server/api/app-services.ts';
import { receiveInteraction } from '#server/api/slack/receive-interaction.ts';

export const POST = async (request: Request): Promise<Response> =>
  receiveInteraction(appServices(), request);
