'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Circle, CircleCheck, CircleDashed } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import type { RunDetail } from '#server/api/views/run-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { cancelScope, undoneBy } from './cancel-scope.ts';
import { contactName } from './run-names.ts';

const LONGEST_REASON = 500;

/** Before a run is cancelled: what is done, what is in flight, what will not begin. */
export function CancelDialog({
  run,
  open,
  onOpenChange,
}: {
  run: RunDetail;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const undoes = undoneBy(run);
  const [undo, setUndo] = useState(false);
  const cancel = useMutation(
    trpc.runs.cancel.mutationOptions({
      onSuccess: (result) => {
        toast.success(
          undo
            ? 'Undoing what was done, then it ends.'
            : result.status === 'stopping'
              ? 'Stopping, once what is in flight has settled.'
              : 'Cancelled.',
        );
        onOpenChange(false);
      },
      onError: (error) => toast.error(describeApiError(error)),
      onSettled: async () =>
        queryClient.invalidateQueries({ queryKey: trpc.runs.get.queryKey({ id: run.id }) }),
    }),
  );
  const scope = cancelScope(run);
  const first = contactName(run).split(' ')[0] ?? 'this';

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={run.contact === null ? 'Cancel this run?' : `Cancel ${first}’s run?`}
      description={
        undo
          ? 'The steps that undo what was done run first, the last done first. What has gone out stays out.'
          : 'What has gone out stays out. Nothing is undone.'
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep it running</Button>
          <Button
            variant="danger"
            disabled={cancel.isPending}
            onClick={() =>
              cancel.mutate({ id: run.id, reason: reason === '' ? null : reason, undo })
            }
          >
            Cancel the run
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-2.5 pb-4 text-body">
        <Part
          icon={<CircleCheck aria-hidden className="text-done" />}
          title="Done"
          names={scope.done}
        />
        <Part
          icon={<CircleDashed aria-hidden className="text-ink-3" />}
          title="In flight"
          names={scope.inFlight}
        />
        <Part
          icon={<Circle aria-hidden className="text-ink-3" />}
          title="Will not begin"
          names={scope.willNotBegin}
        />
      </ul>
      {undoes.length > 0 && (
        <label className="flex items-start gap-2.5 pb-4 text-body">
          <input
            type="checkbox"
            className="mt-0.5 size-4 accent-accent"
            checked={undo}
            onChange={(event) => setUndo(event.target.checked)}
          />
          <span>
            <strong>Undo first:</strong> {undoes.join(', ')}
          </span>
        </label>
      )}
      <Field label="Reason">
        <Input
          value={reason}
          maxLength={LONGEST_REASON}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}

function Part({
  icon,
  title,
  names,
}: {
  icon: ReactNode;
  title: string;
  names: readonly string[];
}) {
  return (
    <li className="flex items-start gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      <span>
        <strong>{title}:</strong> {names.length === 0 ? 'nothing' : names.join(', ')}
      </span>
    </li>
  );
}
