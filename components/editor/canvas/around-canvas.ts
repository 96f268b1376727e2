/** Whether an element is the page, or a part of it that has the whole canvas in it. */
export function isAroundCanvas(element: Element): boolean {
  return element.querySelector('[data-editor-canvas]') !== null;
}
