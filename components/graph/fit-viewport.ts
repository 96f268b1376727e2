/** Space that is kept free around a picture: its legend and controls stand below. */
const MARGIN = { x: 20, top: 20, bottom: 60 } as const;
const SMALLEST = 0.35;

export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** The whole picture in its frame, at its top and in its middle, never larger than drawn. */
export function fitViewport(
  picture: { readonly width: number; readonly height: number },
  frame: { readonly width: number; readonly height: number },
): Viewport {
  const zoom = Math.max(
    SMALLEST,
    Math.min(
      1,
      (frame.width - 2 * MARGIN.x) / Math.max(1, picture.width),
      (frame.height - MARGIN.top - MARGIN.bottom) / Math.max(1, picture.height),
    ),
  );
  return { x: Math.round((frame.width - picture.width * zoom) / 2), y: MARGIN.top, zoom };
}
