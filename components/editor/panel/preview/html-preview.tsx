'use client';

import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Segmented } from '#components/ui/segmented.tsx';

/** How wide readers' windows are, in CSS pixels. */
const WIDTHS = { phone: 360, desktop: 640 } as const;
const HEIGHT = 320;

type Device = keyof typeof WIDTHS;

/** HTML in a frame of its own: no scripts, no forms, no links, none of the page's cookies. */
export function HtmlPreview({ html, room }: { html: string; room: number }) {
  const [device, setDevice] = useState<Device>('phone');
  const width = WIDTHS[device];
  const scale = Math.min(1, room / width);
  return (
    <div className="flex flex-col gap-2">
      <Segmented<Device>
        label="How wide"
        value={device}
        segments={[
          { value: 'phone', label: 'Phone', icon: Smartphone },
          { value: 'desktop', label: 'Desktop', icon: Monitor },
        ]}
        onChange={setDevice}
      />
      <div
        className="overflow-hidden rounded-control border border-line"
        style={{ height: HEIGHT, maxWidth: width }}
      >
        <iframe
          title={`The email as its reader sees it, on a ${device}`}
          sandbox=""
          srcDoc={html}
          className="origin-top-left bg-white"
          style={{ width, height: HEIGHT / scale, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}
