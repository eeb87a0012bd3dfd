/** Takes out of the browser what a person chose, and has who shows it show what is usual. */
export function forgetKept(key: string): void {
  localStorage.removeItem(key);
  // The browser notifies other windows of this, but not this one.
  window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key }));
}
