/** The exact content, line by line as it was frozen. A leading "Subject:" line reads as a heading. */
export function ApprovalContent({ content }: { content: string }) {
  const subject = /^subject:[ \t]*(.+)(?:\r?\n)+/i.exec(content);
  const body = subject === null ? content : content.slice(subject[0].length);
  return (
    <div className="flex flex-col gap-2 text-[14px]/[21px] break-words whitespace-pre-wrap text-ink">
      {subject !== null && <strong>{subject[1]}</strong>}
      <span>{body}</span>
    </div>
  );
}
