import type { AutomationDocument } from '../document.ts';
import { documentSchema } from '../document.ts';
import type { Change } from './change.ts';
import { addStep } from './changes/add-step.ts';
import { connect } from './changes/connect.ts';
import { deleteSteps } from './changes/delete-steps.ts';
import { disconnect } from './changes/disconnect.ts';
import { addNote, deleteNotes, editNote, moveNote } from './changes/edit-notes.ts';
import { moveSteps } from './changes/move-steps.ts';
import { paste } from './changes/paste.ts';
import { renameAutomation } from './changes/rename-automation.ts';
import { renameStep } from './changes/rename-step.ts';
import { replaceDocument } from './changes/replace-document.ts';
import { setCompensation } from './changes/set-compensation.ts';
import { setConfig } from './changes/set-config.ts';
import { setDescription } from './changes/set-description.ts';
import { setDisabled } from './changes/set-disabled.ts';
import { setSettings } from './changes/set-settings.ts';
import { setTrigger } from './changes/set-trigger.ts';
import { spliceStep } from './changes/splice-step.ts';
import { tidyUp } from './changes/tidy-up.ts';
import { cleanJson } from './clean-json.ts';
import { refused, type EditEnv, type Edited } from './edited.ts';
import { sayIssue } from './say-issue.ts';

/**
 * The document after a change, or why the change does not fit it (any more). Never throws for a
 * change of the right shape, never changes what it is given, and never yields a document that the
 * schema would refuse. Where nothing changed, the same object comes back.
 */
export function applyChange(document: AutomationDocument, change: Change, env: EditEnv): Edited {
  const clean = cleanJson(change) as Change | undefined;
  if (clean === undefined) return refused('This cannot be kept: it is no plain text or number.');
  const edited = apply(document, clean, env);
  if (!edited.ok || edited.document === document) return edited;
  const parsed = documentSchema.safeParse(edited.document);
  // What was parsed is thrown away: steps that did not change stay the same objects.
  return parsed.success ? edited : refused(sayIssue(parsed.error));
}

function apply(document: AutomationDocument, change: Change, env: EditEnv): Edited {
  switch (change.kind) {
    case 'add_step':
      return addStep(document, change, env);
    case 'move_steps':
      return moveSteps(document, change);
    case 'delete_steps':
      return deleteSteps(document, change, env);
    case 'rename_step':
      return renameStep(document, change);
    case 'set_config':
      return setConfig(document, change, env);
    case 'set_disabled':
      return setDisabled(document, change);
    case 'set_compensation':
      return setCompensation(document, change);
    case 'connect':
      return connect(document, change, env);
    case 'disconnect':
      return disconnect(document, change);
    case 'splice_step':
      return spliceStep(document, change, env);
    case 'set_trigger':
      return setTrigger(document, change);
    case 'set_settings':
      return setSettings(document, change);
    case 'rename_automation':
      return renameAutomation(document, change);
    case 'set_description':
      return setDescription(document, change);
    case 'add_note':
      return addNote(document, change);
    case 'move_note':
      return moveNote(document, change);
    case 'edit_note':
      return editNote(document, change);
    case 'delete_notes':
      return deleteNotes(document, change);
    case 'tidy_up':
      return tidyUp(document);
    case 'paste':
      return paste(document, change, env);
    case 'replace_document':
      return replaceDocument(document, change);
  }
}
