/** Where a menu that belongs to a step opens: below its card or its line in the list. */
export function cardAnchor(stepId: string): { x: number; y: number } {
  const card = document.querySelector(`[data-step="${CSS.escape(stepId)}"]`);
  const box = card?.getBoundingClientRect();
  if (box === undefined) return { x: window.innerWidth / 2, y: 120 };
  return {
    x: Math.min(Math.max(box.left + Math.min(box.width / 2, 200), 0), window.innerWidth),
    y: Math.min(Math.max(box.bottom, 60), window.innerHeight - 60),
  };
}
