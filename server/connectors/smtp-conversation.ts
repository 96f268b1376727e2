/** The last lines of a talk with a mail server, fit to be shown to anyone who may see the run. */
export interface Conversation {
  readonly client: (line: string) => void;
  readonly server: (line: string) => void;
  readonly lines: () => readonly string[];
}

const MAX_LINES = 12;
const MAX_LENGTH = 160;

/** The verb alone: arguments are addresses and credentials. */
function redactClient(line: string): string {
  const verb = /^(MAIL FROM|RCPT TO|DATA|RSET|QUIT|EHLO|HELO|STARTTLS|AUTH [A-Z0-9-]+)\b/i.exec(
    line,
  );
  return `> ${verb?.[0].toUpperCase() ?? '…'}`;
}

/** Codes and words stay; addresses, and whatever a login exchange says, go. */
function redactServer(line: string): string {
  const first = line.split(/\r?\n/, 1)[0] ?? '';
  const shown = first.startsWith('334')
    ? '334 …'
    : first.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…').slice(0, MAX_LENGTH);
  return `< ${shown.toWellFormed()}`;
}

export function recordConversation(): Conversation {
  const kept: string[] = [];
  const keep = (line: string): void => {
    kept.push(line);
    if (kept.length > MAX_LINES) kept.shift();
  };
  return {
    client: (line) => keep(redactClient(line)),
    server: (line) => keep(redactServer(line)),
    lines: () => [...kept],
  };
}
