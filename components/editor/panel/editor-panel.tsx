'use client';

import { StepPanel } from '#components/automations/step-panel.tsx';
import {
  useDocument,
  useEditor,
  useEditorStore,
  useFacts,
  useProblems,
} from '#components/editor/editor-context.tsx';

/** What is chosen, at the side. */
export function EditorPanel() {
  const store = useEditorStore();
  const document = useDocument();
  const { detail, now } = useFacts();
  const problems = useProblems();
  const stepId = useEditor((state) => state.selection.at(-1) ?? null);
  if (stepId === null || stepId === 'trigger' || stepId.startsWith('note:')) return null;
  return (
    <aside
      aria-label="The chosen step"
      className="w-[380px] shrink-0 overflow-y-auto border-l border-line bg-surface max-md:w-full max-md:border-l-0"
    >
      <StepPanel
        document={document}
        stepId={stepId}
        heads={detail.headCounts[stepId] ?? 0}
        problems={problems.filter((problem) => problem.stepId === stepId)}
        now={now}
        onClose={() => store.getState().select([])}
      />
    </aside>
  );
}
