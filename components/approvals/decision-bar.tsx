'use client';

import { Check, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import type { ApprovalView } from '#server/api/views/run-view.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { approvalTitle } from './approval-words.ts';
import { useDecide } from './use-decide.ts';

function Comment({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} hint="Kept with the decision on the run’s timeline.">
      <Textarea
        rows={2}
        maxLength={2000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** The answer: approve at once, or reject after a chance to say why. */
export function DecisionBar({ approval }: { approval: ApprovalView }) {
  const { decide, pending, refusal } = useDecide(approval);
  const [comment, setComment] = useState('');
  const [commenting, setCommenting] = useState(false);
  const [rejecting, setRejecting] = useState(false);
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-ground p-3 max-md:bg-surface md:px-4">
      {refusal !== null && (
        <p role="alert" className="text-body text-fail">
          {refusal}
        </p>
      )}
      {commenting && <Comment label="Comment (optional)" value={comment} onChange={setComment} />}
      <div className="flex items-center gap-2">
        <Button
          variant="primary"
          disabled={pending}
          onClick={() => decide('approved', comment)}
          className="max-md:order-2 max-md:h-11 max-md:grow"
        >
          <Check aria-hidden />
          Approve
        </Button>
        <Button
          disabled={pending}
          onClick={() => setRejecting(true)}
          className="max-md:h-11 max-md:w-32"
        >
          Reject…
        </Button>
        {!commenting && (
          <Button variant="quiet" onClick={() => setCommenting(true)} className="max-md:hidden">
            <MessageSquareText aria-hidden />
            Add a comment
          </Button>
        )}
      </div>
      <Dialog
        open={rejecting}
        onOpenChange={setRejecting}
        size="medium"
        title={`Reject for ${approvalTitle(approval)}?`}
        description="The run goes on by “rejected”. This cannot be taken back."
        footer={
          <>
            <Button onClick={() => setRejecting(false)}>Not now</Button>
            <Button
              variant="danger"
              disabled={pending}
              onClick={() => {
                setRejecting(false);
                decide('rejected', comment);
              }}
            >
              Reject
            </Button>
          </>
        }
      >
        <Comment label="Why (optional)" value={comment} onChange={setComment} />
      </Dialog>
    </div>
  );
}
