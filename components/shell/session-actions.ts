import { toast } from 'sonner';

/** A POST to the session's endpoints; true when it was accepted. */
async function post(path: string, body: Readonly<Record<string, unknown>>): Promise<boolean> {
  try {
    const answer = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Ends the session and shows the sign-in page. */
export async function signOut(): Promise<void> {
  if (await post('sign-out', {})) window.location.assign('/sign-in');
  else toast.error('Not signed out: the server did not answer');
}

/** Makes another workspace the current one and loads everything anew. */
export async function switchWorkspace(organizationId: string): Promise<void> {
  if (await post('organization/set-active', { organizationId })) window.location.assign('/');
  else toast.error('Still in this workspace: the server did not answer');
}

export interface Workspace {
  readonly id: string;
  readonly name: string;
}

/** The workspaces that the reader is a member of; empty when they cannot be read. */
export async function listWorkspaces(): Promise<readonly Workspace[]> {
  const answer = await fetch('/api/auth/organization/list');
  if (!answer.ok) return [];
  const body: unknown = await answer.json();
  return Array.isArray(body) ? body.filter(isWorkspace) : [];
}

function isWorkspace(value: unknown): value is Workspace {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'name' in value &&
    typeof value.name === 'string'
  );
}
