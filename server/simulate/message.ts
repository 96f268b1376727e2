/** What a step would have sent or changed, rendered as strictly as the worker renders it. */
export type Message =
  | {
      kind: 'email';
      from: string;
      to: string;
      subject: string;
      body: string;
      format: 'text' | 'html';
      replyTo: string | null;
    }
  | { kind: 'slack'; to: string; text: string }
  | {
      kind: 'approval';
      channel: 'slack' | 'inbox';
      /** Where in Slack; null for the inbox, or for each person directly. */
      to: string | null;
      content: string;
      assignees: readonly string[];
    }
  | { kind: 'prompt'; system: string | null; prompt: string; model: string | null }
  | {
      kind: 'http';
      method: string;
      url: string;
      headers: Readonly<Record<string, string>>;
      body: string | null;
    }
  | { kind: 'crm'; object: string; fields: Readonly<Record<string, unknown>> }
  /** The contact's fields before and after. */
  | {
      kind: 'contact';
      changes: readonly { field: string; before: unknown; after: unknown }[];
    }
  | { kind: 'run'; automation: string; input: Readonly<Record<string, unknown>> }
  /** Nothing was sent, and why. */
  | { kind: 'skipped'; reason: string };
