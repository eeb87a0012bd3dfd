/** Moves the focus to the first wrong input within `place`, once its error is on the screen and announced with it. */
export function focusWrong(place: ParentNode | null): void {
  requestAnimationFrame(() => place?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
