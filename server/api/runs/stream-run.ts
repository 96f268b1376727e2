import type { AppServices } from '#server/api/app-services.ts';
import { problemResponse } from '#server/platform/error-map.ts';
import { AppError } from '#server/platform/errors.ts';
import { logFor } from '#server/platform/log.ts';
import { findViewer } from '#server/api/viewer/find-viewer.ts';
import { readRunSeq, readRunSeqFor } from '#server/store/product-timeline.ts';
import type { RunFeed } from './run-feed.ts';

const log = logFor('events');

/** Proxies close what is silent for half a minute; at each of these the log is also looked at. */
const KEEP_ALIVE_MS = 10_000;

interface Watched {
  readonly orgId: string;
  readonly runId: string;
  /** Who reads along. */
  readonly userId: string;
  readonly seq: number;
}

/**
 * Keeps the request itself: its signal follows the connection only as long as the request lives,
 * and one that was collected would never tell that the reader has left.
 */
const openStream = (
  services: Pick<AppServices, 'reads'>,
  feed: RunFeed,
  watched: Watched,
  request: Request,
): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  let sent = -1;
  let looking: Promise<void> = Promise.resolve();
  let close: () => void = () => undefined;
  return new ReadableStream({
    start: (controller) => {
      const send = (text: string): void => controller.enqueue(encoder.encode(text));
      const sendSeq = (seq: number): void => {
        if (seq <= sent) return;
        sent = seq;
        send(`data: ${JSON.stringify({ seq })}\n\n`);
      };
      const leave = (): void => {
        close();
        // Already closed when the reader left first.
        if (controller.desiredSize !== null) controller.close();
      };
      const look = async (): Promise<void> => {
        try {
          const seq = await readRunSeqFor(services.reads, watched);
          if (request.signal.aborted) return;
          if (seq === null) leave();
          else sendSeq(seq);
        } catch (error) {
          log.debug({ err: error }, 'could not look; the next keep-alive will');
        }
      };
      const lookNext = (): void => {
        looking = looking.then(look);
      };
      const end = feed.subscribe(watched.runId, lookNext);
      const timer = setInterval(() => {
        send(': still here\n\n');
        lookNext();
      }, KEEP_ALIVE_MS);
      close = () => {
        clearInterval(timer);
        end();
      };
      request.signal.addEventListener('abort', leave);
      send('retry: 2000\n\n');
      sendSeq(watched.seq);
      // What changed between reading the seq and subscribing is found here.
      lookNext();
    },
    cancel: () => close(),
  });
};

/** `GET /api/runs/:id/events`: the number of the run's last transition, whenever it grows. */
export const streamRun = async (
  services: AppServices,
  feed: RunFeed,
  runId: string,
  request: Request,
): Promise<Response> => {
  try {
    const viewer = await findViewer(services, request.headers);
    if (viewer === null) throw new AppError('unauthenticated', 'You are not signed in.');
    const orgId = viewer.organisation.id;
    const seq = await readRunSeq(services.reads, orgId, runId);
    if (seq === null) throw new AppError('not_found', 'There is no such run here.');
    const watched = { orgId, runId, userId: viewer.userId, seq };
    const stream = openStream(services, feed, watched, request);
    return new Response(stream, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      },
    });
  } catch (error) {
    return problemResponse(error);
  }
};
