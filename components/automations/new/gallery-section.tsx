'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import { AutomationGraph } from '#components/graph/automation-graph.tsx';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { AutomationDocument } from '#server/engine/document.ts';
import { GraphSilhouette } from './graph-silhouette.tsx';

/** An automation of the gallery, as the API lists it. */
export interface GalleryItem {
  readonly key: string;
  readonly title: string;
  readonly purpose: string;
  readonly needs: readonly string[];
  readonly document: AutomationDocument;
}

/** Automations to start from: each with its shape, its purpose and what it needs. */
export function GallerySection({ items }: { items: readonly GalleryItem[] }) {
  const [looking, setLooking] = useState<GalleryItem | null>(null);
  const { use, pending } = useGallery();
  return (
    <section aria-labelledby="gallery" className="flex flex-col gap-3">
      <div>
        <h2 id="gallery" className="text-heading">
          From the gallery
        </h2>
        <p className="text-body text-ink-2">
          Each becomes a draft of your own. Nothing runs before you publish it.
        </p>
      </div>
      <ul className="grid gap-3 xl:grid-cols-2">
        {items.map((item) => (
          <GalleryCard
            key={item.key}
            item={item}
            pending={pending}
            onLook={() => setLooking(item)}
            onUse={() => use(item.key)}
          />
        ))}
      </ul>
      {looking !== null && (
        <CloserLook
          item={looking}
          pending={pending}
          onClose={() => setLooking(null)}
          onUse={() => use(looking.key)}
        />
      )}
    </section>
  );
}

function useGallery(): { use: (key: string) => void; pending: boolean } {
  const trpc = useTRPC();
  const router = useRouter();
  const { mutate, isPending, isSuccess } = useMutation(
    trpc.gallery.use.mutationOptions({
      onSuccess: ({ automationId }) => router.push(`/automations/${automationId}/edit`),
      onError: (error) => toast.error(describeApiError(error)),
    }),
  );
  // While the editor is on its way, a second press would make a second draft.
  return { use: (key) => mutate({ key }), pending: isPending || isSuccess };
}

function GalleryCard({
  item,
  pending,
  onLook,
  onUse,
}: {
  item: GalleryItem;
  pending: boolean;
  onLook: () => void;
  onUse: () => void;
}) {
  return (
    <li className="flex gap-4 rounded-card border border-line bg-surface p-4">
      <div className="h-40 w-24 shrink-0 rounded-control bg-ground p-2 max-md:h-32 max-md:w-16">
        <GraphSilhouette document={item.document} />
      </div>
      <div className="flex min-w-0 grow flex-col gap-1">
        <h3 className="text-section">{item.title}</h3>
        <p className="text-body text-ink-2">{item.purpose}</p>
        <Needs needs={item.needs} />
        <div className="mt-auto flex flex-wrap gap-2 pt-2">
          <Button className="max-md:h-11" disabled={pending} onClick={onUse}>
            Use this<span className="sr-only">: {item.title}</span>
          </Button>
          <Button variant="quiet" className="max-md:h-11" onClick={onLook}>
            Look closer<span className="sr-only"> at {item.title}</span>
          </Button>
        </div>
      </div>
    </li>
  );
}

function Needs({ needs }: { needs: readonly string[] }) {
  if (needs.length === 0) return null;
  return <p className="text-caption text-ink-3">Needs {needs.map(lowerFirst).join(' · ')}</p>;
}

/** Within a sentence; a name of capitals keeps them. */
function lowerFirst(words: string): string {
  return /^[A-Z]{2}/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

function CloserLook({
  item,
  pending,
  onClose,
  onUse,
}: {
  item: GalleryItem;
  pending: boolean;
  onClose: () => void;
  onUse: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="large"
      closable
      title={item.title}
      description={item.purpose}
      footer={
        <>
          <Button onClick={onClose}>Back to the gallery</Button>
          <Button variant="primary" disabled={pending} onClick={onUse}>
            Use this
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Needs needs={item.needs} />
        <div className="h-[min(560px,60dvh)] overflow-hidden rounded-card border border-line">
          <AutomationGraph document={item.document} label={`The steps of ${item.title}`} compact />
        </div>
      </div>
    </Dialog>
  );
}
